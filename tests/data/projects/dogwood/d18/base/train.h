#ifndef TRAIN_H
#define TRAIN_H
#include <stddef.h>

struct wagon {
    char kind;
    int tonnes;
};

struct train {
    struct wagon *wagons;
    size_t length, room;
};

/* Couple a wagon to the end. The wagon may be changed through the result
   as long as the train exists. */
struct wagon *train_couple(struct train *t, char kind, int tonnes);
int train_tonnes(const struct train *t);
void train_scrap(struct train *t);

#endif
