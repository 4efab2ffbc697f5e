#include <stdio.h>
#include "rate.h"

int main(void)
{
    printf("rate %d vat %d\n", RATE, VAT);
    return 0;
}
