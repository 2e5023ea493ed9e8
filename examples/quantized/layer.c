// A layer of a quantized neural network: bytes in, sums in 32 bits, bytes out.
#include <stdint.h>
#include <stdio.h>

enum { Batch = 32, In = 96, Out = 48 };
static int8_t Inputs[Batch][In], Weights[In][Out], Outputs[Batch][Out];
static int32_t Bias[Out];

static void layer(const int8_t X[Batch][In], const int8_t W[In][Out],
                  const int32_t B[Out], int Shift, int8_t Y[Batch][Out]) {
  static int32_t Sums[Batch][Out];
  for (int i = 0; i < Batch; i++)
    for (int o = 0; o < Out; o++) {
      int32_t Sum = B[o];
      for (int k = 0; k < In; k++)
        Sum += X[i][k] * W[k][o];
      Sums[i][o] = Sum;
    }
  for (int i = 0; i < Batch; i++)
    for (int o = 0; o < Out; o++) {
      int32_t V = Sums[i][o] >> Shift;
      Y[i][o] = V < 0 ? 0 : V > 127 ? 127 : V; // ReLU
    }
}

int main(void) {
  for (int k = 0; k < In; k++) {
    for (int i = 0; i < Batch; i++)
      Inputs[i][k] = (i * 7 + k * 3) % 256 - 128;
    for (int o = 0; o < Out; o++)
      Weights[k][o] = (k * 5 + o * 11) % 256 - 128;
  }
  for (int o = 0; o < Out; o++)
    Bias[o] = 100 * o;
  layer(Inputs, Weights, Bias, 10, Outputs);
  printf("%d %d %d\n", Outputs[0][0], Outputs[3][7], Outputs[Batch - 1][Out - 1]);
}
