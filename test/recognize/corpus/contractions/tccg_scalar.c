// The contractions of the TCCG benchmark: sums in a scalar, sizes of int. benchmarks/tensors/nests.py wrote it.
// expect: 48
void abc_bda_dc(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          sum += A[(a * nd + d) * nb + b] * B[c * nd + d];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abc_dca_bd(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          sum += A[(a * nc + c) * nd + d] * B[d * nb + b];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abcd_dbea_ec(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            sum += A[((a * ne + e) * nb + b) * nd + d] * B[c * ne + e];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_deca_be(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            sum += A[((a * nc + c) * ne + e) * nd + d] * B[e * nb + b];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_ebad_ce(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            sum += A[((d * na + a) * nb + b) * ne + e] * B[e * nc + c];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcde_efbad_cf(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int e = 0; e < ne; e++)
    for (int d = 0; d < nd; d++)
      for (int c = 0; c < nc; c++)
        for (int b = 0; b < nb; b++)
          for (int a = 0; a < na; a++) {
            float sum = 0;
            for (int f = 0; f < nf; f++)
              sum += A[(((d * na + a) * nb + b) * nf + f) * ne + e] * B[f * nc + c];
            C[(((e * nd + d) * nc + c) * nb + b) * na + a] = sum;
          }
}

void abcde_ecbfa_fd(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int e = 0; e < ne; e++)
    for (int d = 0; d < nd; d++)
      for (int c = 0; c < nc; c++)
        for (int b = 0; b < nb; b++)
          for (int a = 0; a < na; a++) {
            float sum = 0;
            for (int f = 0; f < nf; f++)
              sum += A[(((a * nf + f) * nb + b) * nc + c) * ne + e] * B[d * nf + f];
            C[(((e * nd + d) * nc + c) * nb + b) * na + a] = sum;
          }
}

void abcde_efcad_bf(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int e = 0; e < ne; e++)
    for (int d = 0; d < nd; d++)
      for (int c = 0; c < nc; c++)
        for (int b = 0; b < nb; b++)
          for (int a = 0; a < na; a++) {
            float sum = 0;
            for (int f = 0; f < nf; f++)
              sum += A[(((d * na + a) * nc + c) * nf + f) * ne + e] * B[f * nb + b];
            C[(((e * nd + d) * nc + c) * nb + b) * na + a] = sum;
          }
}

void abcd_ea_ebcd(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            sum += A[a * ne + e] * B[((d * nc + c) * nb + b) * ne + e];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_eb_aecd(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            sum += A[b * ne + e] * B[((d * nc + c) * ne + e) * na + a];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_ec_abed(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            sum += A[c * ne + e] * B[((d * ne + e) * nb + b) * na + a];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void ab_ac_cb(int na, int nb, int nc, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int b = 0; b < nb; b++)
    for (int a = 0; a < na; a++) {
      float sum = 0;
      for (int c = 0; c < nc; c++)
        sum += A[c * na + a] * B[b * nc + c];
      C[b * na + a] = sum;
    }
}

void ab_acd_dbc(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int b = 0; b < nb; b++)
    for (int a = 0; a < na; a++) {
      float sum = 0;
      for (int c = 0; c < nc; c++)
        for (int d = 0; d < nd; d++)
          sum += A[(d * nc + c) * na + a] * B[(c * nb + b) * nd + d];
      C[b * na + a] = sum;
    }
}

void ab_cad_dcb(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int b = 0; b < nb; b++)
    for (int a = 0; a < na; a++) {
      float sum = 0;
      for (int c = 0; c < nc; c++)
        for (int d = 0; d < nd; d++)
          sum += A[(d * na + a) * nc + c] * B[(b * nc + c) * nd + d];
      C[b * na + a] = sum;
    }
}

void abc_acd_db(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          sum += A[(d * nc + c) * na + a] * B[b * nd + d];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abc_ad_bdc(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          sum += A[d * na + a] * B[(c * nd + d) * nb + b];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abc_adc_bd(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          sum += A[(c * nd + d) * na + a] * B[d * nb + b];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abc_adc_db(int na, int nb, int nc, int nd, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          sum += A[(c * nd + d) * na + a] * B[b * nd + d];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abc_adec_ebd(int na, int nb, int nc, int nd, int ne, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int c = 0; c < nc; c++)
    for (int b = 0; b < nb; b++)
      for (int a = 0; a < na; a++) {
        float sum = 0;
        for (int d = 0; d < nd; d++)
          for (int e = 0; e < ne; e++)
            sum += A[((c * ne + e) * nd + d) * na + a] * B[(d * nb + b) * ne + e];
        C[(c * nb + b) * na + a] = sum;
      }
}

void abcd_aebf_dfce(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((f * nb + b) * ne + e) * na + a] * B[((e * nc + c) * nf + f) * nd + d];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aebf_fdec(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((f * nb + b) * ne + e) * na + a] * B[((c * ne + e) * nd + d) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aecf_bfde(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((f * nc + c) * ne + e) * na + a] * B[((e * nd + d) * nf + f) * nb + b];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aecf_fbed(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((f * nc + c) * ne + e) * na + a] * B[((d * ne + e) * nb + b) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aedf_bfce(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((f * nd + d) * ne + e) * na + a] * B[((e * nc + c) * nf + f) * nb + b];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aedf_fbec(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((f * nd + d) * ne + e) * na + a] * B[((c * ne + e) * nb + b) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aefb_fdce(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((b * nf + f) * ne + e) * na + a] * B[((e * nc + c) * nd + d) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_aefc_fbed(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((c * nf + f) * ne + e) * na + a] * B[((d * ne + e) * nb + b) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_eafb_fdec(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((b * nf + f) * na + a) * ne + e] * B[((c * ne + e) * nd + d) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_eafc_bfde(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((c * nf + f) * na + a) * ne + e] * B[((e * nd + d) * nf + f) * nb + b];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcd_eafd_fbec(int na, int nb, int nc, int nd, int ne, int nf, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int d = 0; d < nd; d++)
    for (int c = 0; c < nc; c++)
      for (int b = 0; b < nb; b++)
        for (int a = 0; a < na; a++) {
          float sum = 0;
          for (int e = 0; e < ne; e++)
            for (int f = 0; f < nf; f++)
              sum += A[((d * nf + f) * na + a) * ne + e] * B[((c * ne + e) * nb + b) * nf + f];
          C[((d * nc + c) * nb + b) * na + a] = sum;
        }
}

void abcdef_dega_gfbc(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((a * ng + g) * ne + e) * nd + d] * B[((c * nb + b) * nf + f) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_degb_gfac(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((b * ng + g) * ne + e) * nd + d] * B[((c * na + a) * nf + f) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_degc_gfab(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * ng + g) * ne + e) * nd + d] * B[((b * na + a) * nf + f) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_dfga_gebc(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((a * ng + g) * nf + f) * nd + d] * B[((c * nb + b) * ne + e) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_dfgb_geac(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((b * ng + g) * nf + f) * nd + d] * B[((c * na + a) * ne + e) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_dfgc_geab(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * ng + g) * nf + f) * nd + d] * B[((b * na + a) * ne + e) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_efga_gdbc(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((a * ng + g) * nf + f) * ne + e] * B[((c * nb + b) * nd + d) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_efgb_gdac(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((b * ng + g) * nf + f) * ne + e] * B[((c * na + a) * nd + d) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_efgc_gdab(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * ng + g) * nf + f) * ne + e] * B[((b * na + a) * nd + d) * ng + g];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gdab_efgc(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((b * na + a) * nd + d) * ng + g] * B[((c * ng + g) * nf + f) * ne + e];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gdac_efgb(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * na + a) * nd + d) * ng + g] * B[((b * ng + g) * nf + f) * ne + e];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gdbc_efga(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * nb + b) * nd + d) * ng + g] * B[((a * ng + g) * nf + f) * ne + e];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_geab_dfgc(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((b * na + a) * ne + e) * ng + g] * B[((c * ng + g) * nf + f) * nd + d];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_geac_dfgb(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * na + a) * ne + e) * ng + g] * B[((b * ng + g) * nf + f) * nd + d];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gebc_dfga(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * nb + b) * ne + e) * ng + g] * B[((a * ng + g) * nf + f) * nd + d];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gfab_degc(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((b * na + a) * nf + f) * ng + g] * B[((c * ng + g) * ne + e) * nd + d];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gfac_degb(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * na + a) * nf + f) * ng + g] * B[((b * ng + g) * ne + e) * nd + d];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}

void abcdef_gfbc_dega(int na, int nb, int nc, int nd, int ne, int nf, int ng, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int f = 0; f < nf; f++)
    for (int e = 0; e < ne; e++)
      for (int d = 0; d < nd; d++)
        for (int c = 0; c < nc; c++)
          for (int b = 0; b < nb; b++)
            for (int a = 0; a < na; a++) {
              float sum = 0;
              for (int g = 0; g < ng; g++)
                sum += A[((c * nb + b) * nf + f) * ng + g] * B[((a * ng + g) * ne + e) * nd + d];
              C[((((f * ne + e) * nd + d) * nc + c) * nb + b) * na + a] = sum;
            }
}
