// Matrices in a list, whose next element is loaded before they are multiplied.
// expect: 2
struct node {
  struct node *next;
  long n;
  double *a, *b, *c;
};
void all(struct node *p) {
  while (p) {
    struct node *next = p->next;
    long n = p->n;
    if (n > 0)
      for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
          double s = 0;
          for (long k = 0; k < n; k++)
            s += p->a[i * n + k] * p->b[k * n + j];
          p->c[i * n + j] = s;
        }
    p = next;
  }
}
void checked(struct node *p, long m) {
  while (p) {
    struct node *next = p->next;
    long n = p->n;
    if (next != p)
      for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
          double s = 0;
          for (long k = 0; k < n; k++) {
            if (k >= m)
              __builtin_trap();
            s += p->a[i * n + k] * p->b[k * n + j];
          }
          p->c[i * n + j] = s;
        }
    p = next;
  }
}
