#include "train.h"

#include <stdlib.h>

struct wagon *train_couple(struct train *t, char kind, int tonnes)
{
    if (t->wagons == NULL) {
        t->room = 12;
        t->wagons = calloc(t->room, sizeof *t->wagons);
    }
    if (t->wagons == NULL || t->length == t->room)
        return NULL;
    t->wagons[t->length] = (struct wagon){kind, tonnes};
    return &t->wagons[t->length++];
}

int train_tonnes(const struct train *t)
{
    int sum = 0;
    for (size_t i = 0; i < t->length; i++)
        sum += t->wagons[i].tonnes;
    return sum;
}

void train_scrap(struct train *t)
{
    free(t->wagons);
    *t = (struct train){0};
}
