#include "spool.h"

int spool_put(struct spool *s, int pages)
{
    if (s->n == SPOOL_MAX)
        return -1;
    s->pages[s->n++] = pages;
    return 0;
}

int spool_total(const struct spool *s)
{
    int total = 0;
    for (int i = 0; i < s->n; i++)
        total += s->pages[i];
    return total;
}

/* Take over the jobs saved before the last restart; there are never more than fit. */
void spool_load(struct spool *s, const int *pages, int n)
{
    for (int i = 0; i < n; i++)
        spool_put(s, pages[i]);
}
