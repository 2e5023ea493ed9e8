/* The nests of guarded.c; see there. */

struct matrix {
  float *data;
  long rows, columns, ld;
};

struct row {
  float *data;
  long length;
};

struct nests {
  void (*flat)(long, long, long, const float *, long, const float *, long,
               float *, long);
  void (*apart)(long, long, long, const float *, long, const float *, long,
                float *, long);
  void (*zeroed)(long, long, long, const float *, long, const float *, long,
                 float *, long);
  void (*strided)(long, long, long, const float *, const float *, float *,
                  long, long);
  void (*repeated_rows)(long, long, long, const float *, const float *,
                        float *);
  void (*repeated_sums)(long, long, long, const float *, const float *,
                        float *);
  void (*conditional)(long, long, long, long, const float *, const float *,
                      float *);
  void (*divided_condition)(long, long, long, long, long, const float *,
                            const float *, float *);
  void (*inclusive)(unsigned long, long, long, const float *, const float *,
                    float *);
  void (*met)(unsigned long, long, long, long, const float *, const float *,
              float *);
  void (*stepped)(long, long, long, long, const float *, const float *,
                  float *);
  void (*divided)(int, int, long, long, const float *, const float *, float *);
  void (*wrapping)(unsigned, unsigned, unsigned, const float *, const float *,
                   float *, unsigned, unsigned);
  void (*wrapping_below)(unsigned, unsigned, unsigned, const float *,
                         const float *, float *, unsigned, unsigned);
  void (*shifted)(long, long, long, const float *, const float *, float *,
                  long);
  void (*tiled)(long, long, long, const float *, const float *, float *);
  void (*long_tiles)(long, long, long, const float *, const float *, float *);
  void (*blocks)(long, long, long, long, const float *, const float *,
                 float *);
  void (*described)(struct matrix *, struct matrix *, struct matrix *);
  void (*rows)(long, long, long, float **, float **, float **);
  void (*counted_rows)(const int *, long, long, const float *, const float *,
                       float **);
  void (*long_rows)(long, long, const struct row *, const float *, float *);
  void (*rows_by)(long, long, long, float **, float **, float **, long);
  void (*scattered)(long, long, long, const float *, const float *, float *,
                    const int *, int);
  void (*gathered)(long, long, long, const float *, const int *, unsigned,
                   const float *, float *);
  void (*gathered_below)(long, long, long, const float *, const int *,
                         unsigned, const float *, float *);
  void (*behind)(long, long, long, float *, float *, float *, float *, long);
  void (*behind_wrapping)(unsigned, unsigned, long, const float *, const float *,
                          float *, float *, unsigned, unsigned);
  void (*several)(long, long, long, const float *, const float *, float *,
                  float *, long, long, long, float *);
  void (*ahead)(long, long, long, float *, float *, float *, float *, long);
  void (*around)(long, long, long, float *, float *, float *, float *,
                 float *);
  void (*through_row)(long, long, long, const float *, const float *, float *,
                      float *, long, long);
  void (*biased)(long, long, long, const float *, const float *, float *,
                 const float *);
  void (*beside)(long, long, long, float *, float *, float *, long, long,
                 float *, long, long);
  void (*filtered)(long, long, long, long, const float *, const float *,
                   float *);
  void (*tested_rows)(long, long, long, const float *, const float *, float *);
  void (*entered_rows)(long, long, const float *, const float *, float *);
  void (*shorter_rows)(long, long, const float *, const float *, float *);
  void (*met_rows)(long, long, const float *, const float *, float *);
  void (*wrapping_rows)(unsigned, unsigned, const float *, const float *,
                        float *);
};

#define CAT_(A, B) A##B
#define CAT(A, B) CAT_(A, B)
