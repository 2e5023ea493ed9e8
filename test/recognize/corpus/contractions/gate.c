// A gate on two qubits in the middle of a state: integers for phases.
// expect: 1
void apply(int before, int after, const int gate[4][4], const int *restrict in,
           int *restrict out) {
  for (int b = 0; b < before; b++)
    for (int g = 0; g < 4; g++)
      for (int a = 0; a < after; a++) {
        int sum = 0;
        for (int h = 0; h < 4; h++)
          sum += gate[g][h] * in[(b * 4 + h) * after + a];
        out[(b * 4 + g) * after + a] = sum;
      }
}
