// Stands in for the CPU model of the compiler runtime: a processor of the level
// LEVEL (1, 3 or 4, or 5 for 4 with VNNI), whatever the machine's is.

struct {
  unsigned vendor, type, subtype, features[1];
} __cpu_model;
unsigned __cpu_features2[3];

// Numbers of features, as __builtin_cpu_supports has them.
enum { POPCNT = 2, AVX = 9, AVX2, FMA = 14, AVX512F, BMI, BMI2,
       AVX512VL = 20, AVX512BW, AVX512DQ, AVX512CD, VNNI = 34, F16C = 49 };

static void add(int feature) {
  unsigned bit = 1u << feature % 32;
  if (feature < 32)
    __cpu_model.features[0] |= bit;
  else
    __cpu_features2[feature / 32 - 1] |= bit;
}

// The dispatch is to call this: no constructor does.
int __cpu_indicator_init(void) {
  __cpu_model.vendor = 1;
  static const int v3[] = {POPCNT, AVX, AVX2, FMA, BMI, BMI2, F16C};
  static const int v4[] = {AVX512F, AVX512VL, AVX512BW, AVX512DQ, AVX512CD};
  for (int i = 0; LEVEL >= 3 && i < 7; i++)
    add(v3[i]);
  for (int i = 0; LEVEL >= 4 && i < 5; i++)
    add(v4[i]);
  if (LEVEL >= 5)
    add(VNNI);
  return 0;
}
