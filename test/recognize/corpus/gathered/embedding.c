// Embedding rows times weights, loops i, k, j.
// expect: 1
void embed(int tokens, int dim, int out, const int *restrict token,
           const float (*restrict table)[512], const float *restrict w,
           float *restrict c) {
  for (int t = 0; t < tokens; t++)
    for (int d = 0; d < dim; d++)
      for (int o = 0; o < out; o++)
        c[t * out + o] += table[token[t]][d] * w[d * out + o];
}
