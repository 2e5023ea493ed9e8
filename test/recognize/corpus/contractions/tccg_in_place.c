// The contractions of the TCCG benchmark: sums in C. benchmarks/tensors/nests.py wrote it.
// expect: 48
void abc_bda_dc(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          C[(c * nb + b) * na + a] += A[(a * nd + d) * nb + b] * B[c * nd + d];
}

void abc_dca_bd(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          C[(c * nb + b) * na + a] += A[(a * nc + c) * nd + d] * B[d * nb + b];
}

void abcd_dbea_ec(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            C[((d * nc + c) * nb + b) * na + a] += A[((a * ne + e) * nb + b) * nd + d] * B[c * ne + e];
}

void abcd_deca_be(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            C[((d * nc + c) * nb + b) * na + a] += A[((a * nc + c) * ne + e) * nd + d] * B[e * nb + b];
}

void abcd_ebad_ce(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            C[((d * nc + c) * nb + b) * na + a] += A[((d * na + a) * nb + b) * ne + e] * B[e * nc + c];
}

void abcde_efbad_cf(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long e = 0; e < ne; e++)
    for (long d = 0; d < nd; d++)
      for (long c = 0; c < nc; c++)
        for (long b = 0; b < nb; b++)
          for (long a = 0; a < na; a++)
            for (long f = 0; f < nf; f++)
              C[(((e * nd + d) * nc + c) * nb + b) * na + a] += A[(((d * na + a) * nb + b) * nf + f) * ne + e] * B[f * nc + c];
}

void abcde_ecbfa_fd(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long e = 0; e < ne; e++)
    for (long d = 0; d < nd; d++)
      for (long c = 0; c < nc; c++)
        for (long b = 0; b < nb; b++)
          for (long a = 0; a < na; a++)
            for (long f = 0; f < nf; f++)
              C[(((e * nd + d) * nc + c) * nb + b) * na + a] += A[(((a * nf + f) * nb + b) * nc + c) * ne + e] * B[d * nf + f];
}

void abcde_efcad_bf(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long e = 0; e < ne; e++)
    for (long d = 0; d < nd; d++)
      for (long c = 0; c < nc; c++)
        for (long b = 0; b < nb; b++)
          for (long a = 0; a < na; a++)
            for (long f = 0; f < nf; f++)
              C[(((e * nd + d) * nc + c) * nb + b) * na + a] += A[(((d * na + a) * nc + c) * nf + f) * ne + e] * B[f * nb + b];
}

void abcd_ea_ebcd(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            C[((d * nc + c) * nb + b) * na + a] += A[a * ne + e] * B[((d * nc + c) * nb + b) * ne + e];
}

void abcd_eb_aecd(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            C[((d * nc + c) * nb + b) * na + a] += A[b * ne + e] * B[((d * nc + c) * ne + e) * na + a];
}

void abcd_ec_abed(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            C[((d * nc + c) * nb + b) * na + a] += A[c * ne + e] * B[((d * ne + e) * nb + b) * na + a];
}

void ab_ac_cb(long na, long nb, long nc, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long b = 0; b < nb; b++)
    for (long a = 0; a < na; a++)
      for (long c = 0; c < nc; c++)
        C[b * na + a] += A[c * na + a] * B[b * nc + c];
}

void ab_acd_dbc(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long b = 0; b < nb; b++)
    for (long a = 0; a < na; a++)
      for (long c = 0; c < nc; c++)
        for (long d = 0; d < nd; d++)
          C[b * na + a] += A[(d * nc + c) * na + a] * B[(c * nb + b) * nd + d];
}

void ab_cad_dcb(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long b = 0; b < nb; b++)
    for (long a = 0; a < na; a++)
      for (long c = 0; c < nc; c++)
        for (long d = 0; d < nd; d++)
          C[b * na + a] += A[(d * na + a) * nc + c] * B[(b * nc + c) * nd + d];
}

void abc_acd_db(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          C[(c * nb + b) * na + a] += A[(d * nc + c) * na + a] * B[b * nd + d];
}

void abc_ad_bdc(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          C[(c * nb + b) * na + a] += A[d * na + a] * B[(c * nd + d) * nb + b];
}

void abc_adc_bd(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          C[(c * nb + b) * na + a] += A[(c * nd + d) * na + a] * B[d * nb + b];
}

void abc_adc_db(long na, long nb, long nc, long nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          C[(c * nb + b) * na + a] += A[(c * nd + d) * na + a] * B[b * nd + d];
}

void abc_adec_ebd(long na, long nb, long nc, long nd, long ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long c = 0; c < nc; c++)
    for (long b = 0; b < nb; b++)
      for (long a = 0; a < na; a++)
        for (long d = 0; d < nd; d++)
          for (long e = 0; e < ne; e++)
            C[(c * nb + b) * na + a] += A[((c * ne + e) * nd + d) * na + a] * B[(d * nb + b) * ne + e];
}

void abcd_aebf_dfce(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((f * nb + b) * ne + e) * na + a] * B[((e * nc + c) * nf + f) * nd + d];
}

void abcd_aebf_fdec(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((f * nb + b) * ne + e) * na + a] * B[((c * ne + e) * nd + d) * nf + f];
}

void abcd_aecf_bfde(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((f * nc + c) * ne + e) * na + a] * B[((e * nd + d) * nf + f) * nb + b];
}

void abcd_aecf_fbed(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((f * nc + c) * ne + e) * na + a] * B[((d * ne + e) * nb + b) * nf + f];
}

void abcd_aedf_bfce(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((f * nd + d) * ne + e) * na + a] * B[((e * nc + c) * nf + f) * nb + b];
}

void abcd_aedf_fbec(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((f * nd + d) * ne + e) * na + a] * B[((c * ne + e) * nb + b) * nf + f];
}

void abcd_aefb_fdce(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((b * nf + f) * ne + e) * na + a] * B[((e * nc + c) * nd + d) * nf + f];
}

void abcd_aefc_fbed(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((c * nf + f) * ne + e) * na + a] * B[((d * ne + e) * nb + b) * nf + f];
}

void abcd_eafb_fdec(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((b * nf + f) * na + a) * ne + e] * B[((c * ne + e) * nd + d) * nf + f];
}

void abcd_eafc_bfde(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((c * nf + f) * na + a) * ne + e] * B[((e * nd + d) * nf + f) * nb + b];
}

void abcd_eafd_fbec(long na, long nb, long nc, long nd, long ne, long nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long d = 0; d < nd; d++)
    for (long c = 0; c < nc; c++)
      for (long b = 0; b < nb; b++)
        for (long a = 0; a < na; a++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              C[((d * nc + c) * nb + b) * na + a] += A[((d * nf + f) * na + a) * ne + e] * B[((c * ne + e) * nb + b) * nf + f];
}

void abcdef_dega_gfbc(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((a * ng + g) * ne + e) * nd + d] * B[((c * nb + b) * nf + f) * ng + g];
}

void abcdef_degb_gfac(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((b * ng + g) * ne + e) * nd + d] * B[((c * na + a) * nf + f) * ng + g];
}

void abcdef_degc_gfab(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * ng + g) * ne + e) * nd + d] * B[((b * na + a) * nf + f) * ng + g];
}

void abcdef_dfga_gebc(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((a * ng + g) * nf + f) * nd + d] * B[((c * nb + b) * ne + e) * ng + g];
}

void abcdef_dfgb_geac(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((b * ng + g) * nf + f) * nd + d] * B[((c * na + a) * ne + e) * ng + g];
}

void abcdef_dfgc_geab(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * ng + g) * nf + f) * nd + d] * B[((b * na + a) * ne + e) * ng + g];
}

void abcdef_efga_gdbc(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((a * ng + g) * nf + f) * ne + e] * B[((c * nb + b) * nd + d) * ng + g];
}

void abcdef_efgb_gdac(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((b * ng + g) * nf + f) * ne + e] * B[((c * na + a) * nd + d) * ng + g];
}

void abcdef_efgc_gdab(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * ng + g) * nf + f) * ne + e] * B[((b * na + a) * nd + d) * ng + g];
}

void abcdef_gdab_efgc(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((b * na + a) * nd + d) * ng + g] * B[((c * ng + g) * nf + f) * ne + e];
}

void abcdef_gdac_efgb(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * na + a) * nd + d) * ng + g] * B[((b * ng + g) * nf + f) * ne + e];
}

void abcdef_gdbc_efga(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * nb + b) * nd + d) * ng + g] * B[((a * ng + g) * nf + f) * ne + e];
}

void abcdef_geab_dfgc(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((b * na + a) * ne + e) * ng + g] * B[((c * ng + g) * nf + f) * nd + d];
}

void abcdef_geac_dfgb(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * na + a) * ne + e) * ng + g] * B[((b * ng + g) * nf + f) * nd + d];
}

void abcdef_gebc_dfga(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * nb + b) * ne + e) * ng + g] * B[((a * ng + g) * nf + f) * nd + d];
}

void abcdef_gfab_degc(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((b * na + a) * nf + f) * ng + g] * B[((c * ng + g) * ne + e) * nd + d];
}

void abcdef_gfac_degb(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * na + a) * nf + f) * ng + g] * B[((b * ng + g) * ne + e) * nd + d];
}

void abcdef_gfbc_dega(long na, long nb, long nc, long nd, long ne, long nf, long ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long f = 0; f < nf; f++)
    for (long e = 0; e < ne; e++)
      for (long d = 0; d < nd; d++)
        for (long c = 0; c < nc; c++)
          for (long b = 0; b < nb; b++)
            for (long a = 0; a < na; a++)
              for (long g = 0; g < ng; g++)
                C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] += A[((c * nb + b) * nf + f) * ng + g] * B[((a * ng + g) * ne + e) * nd + d];
}
