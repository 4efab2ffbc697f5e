#ifndef CARILLON_H
#define CARILLON_H
#include <stddef.h>
#include <stdint.h>

#define BELLS 23

/* Set of bells that sound together; bit n is bell n. */
typedef uint32_t chord_t;

chord_t chord_of(const int *bells, size_t count);
int chord_size(chord_t chord);
#endif
