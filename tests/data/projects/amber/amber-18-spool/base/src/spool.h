#ifndef SPOOL_H
#define SPOOL_H
#define SPOOL_MAX 8

struct spool { int n; int pages[SPOOL_MAX]; };

int spool_put(struct spool *s, int pages);     /* 0, or -1 when full */
int spool_total(const struct spool *s);
void spool_load(struct spool *s, const int *pages, int n);
#endif
