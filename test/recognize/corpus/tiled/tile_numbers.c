// Loops over the numbers of the tiles.
// expect: 1
enum { T = 16 };
void gemm(int tiles, const float *a, const float *b, float *c) {
  int n = tiles * T;
  for (int ti = 0; ti < tiles; ti++)
    for (int tj = 0; tj < tiles; tj++)
      for (int tk = 0; tk < tiles; tk++)
        for (int i = 0; i < T; i++)
          for (int j = 0; j < T; j++)
            for (int k = 0; k < T; k++)
              c[(ti * T + i) * n + tj * T + j] +=
                  a[(ti * T + i) * n + tk * T + k] *
                  b[(tk * T + k) * n + tj * T + j];
}
