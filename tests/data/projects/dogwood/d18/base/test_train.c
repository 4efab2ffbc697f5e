#include "train.h"

#include <stdio.h>
#include <stdlib.h>

static void expect(const char *what, int want, int got)
{
    if (want != got) {
        printf("%s: wanted %d, got %d\n", what, want, got);
        exit(1);
    }
}

int main(void)
{
    struct train t = {0};
    struct wagon *engine = train_couple(&t, 'E', 84);
    for (int i = 0; i < 40; i++)
        if (train_couple(&t, 'H', 20) == NULL)
            return puts("no room for a hopper"), 1;
    expect("long train", 884, train_tonnes(&t));
    engine->tonnes = 90;
    expect("heavier engine", 890, train_tonnes(&t));
    train_scrap(&t);
    puts("ok");
    return 0;
}
