// Where size counts, nests are unrolled or not as without the plugin.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -Os -S -o %t.plain.s %s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -Os -S -o %t.s %s
// RUN: cmp %t.plain.s %t.s

void product(float C[restrict 2][2], float A[restrict 2][2],
             float B[restrict 2][2]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void unrolled(float C[restrict 8][8], float A[restrict 8][8],
              float B[restrict 8][8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
#pragma clang loop unroll(full)
      for (int k = 0; k < 8; k++)
        C[i][j] += A[i][k] * B[k][j];
}
