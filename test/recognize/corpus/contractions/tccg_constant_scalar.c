// The contractions of the TCCG benchmark: arrays of known sizes, sums in a scalar. benchmarks/tensors/nests.py wrote it.
// expect: 48
void abc_bda_dc(const float (*restrict A)[24][128], const float (*restrict B)[24], float (*restrict C)[128][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 128; b++)
      for (int a = 0; a < 128; a++) {
        float sum = 0;
        for (int d = 0; d < 24; d++)
          sum += A[a][d][b] * B[c][d];
        C[c][b][a] = sum;
      }
}

void abc_dca_bd(const float (*restrict A)[120][128], const float (*restrict B)[24], float (*restrict C)[24][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 24; b++)
      for (int a = 0; a < 128; a++) {
        float sum = 0;
        for (int d = 0; d < 128; d++)
          sum += A[a][c][d] * B[d][b];
        C[c][b][a] = sum;
      }
}

void abcd_dbea_ec(const float (*restrict A)[40][40][40], const float (*restrict B)[40], float (*restrict C)[24][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++) {
          float sum = 0;
          for (int e = 0; e < 40; e++)
            sum += A[a][e][b][d] * B[c][e];
          C[d][c][b][a] = sum;
        }
}

void abcd_deca_be(const float (*restrict A)[40][40][40], const float (*restrict B)[24], float (*restrict C)[40][24][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 40; a++) {
          float sum = 0;
          for (int e = 0; e < 40; e++)
            sum += A[a][c][e][d] * B[e][b];
          C[d][c][b][a] = sum;
        }
}

void abcd_ebad_ce(const float (*restrict A)[40][40][40], const float (*restrict B)[24], float (*restrict C)[24][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++) {
          float sum = 0;
          for (int e = 0; e < 40; e++)
            sum += A[d][a][b][e] * B[e][c];
          C[d][c][b][a] = sum;
        }
}

void abcde_efbad_cf(const float (*restrict A)[24][20][20][24], const float (*restrict B)[24], float (*restrict C)[20][24][20][24]) {
  for (int e = 0; e < 24; e++)
    for (int d = 0; d < 20; d++)
      for (int c = 0; c < 24; c++)
        for (int b = 0; b < 20; b++)
          for (int a = 0; a < 24; a++) {
            float sum = 0;
            for (int f = 0; f < 20; f++)
              sum += A[d][a][b][f][e] * B[f][c];
            C[e][d][c][b][a] = sum;
          }
}

void abcde_ecbfa_fd(const float (*restrict A)[24][20][20][24], const float (*restrict B)[24], float (*restrict C)[24][20][20][24]) {
  for (int e = 0; e < 24; e++)
    for (int d = 0; d < 24; d++)
      for (int c = 0; c < 20; c++)
        for (int b = 0; b < 20; b++)
          for (int a = 0; a < 24; a++) {
            float sum = 0;
            for (int f = 0; f < 24; f++)
              sum += A[a][f][b][c][e] * B[d][f];
            C[e][d][c][b][a] = sum;
          }
}

void abcde_efcad_bf(const float (*restrict A)[24][20][20][24], const float (*restrict B)[24], float (*restrict C)[20][20][24][24]) {
  for (int e = 0; e < 24; e++)
    for (int d = 0; d < 20; d++)
      for (int c = 0; c < 20; c++)
        for (int b = 0; b < 24; b++)
          for (int a = 0; a < 24; a++) {
            float sum = 0;
            for (int f = 0; f < 20; f++)
              sum += A[d][a][c][f][e] * B[f][b];
            C[e][d][c][b][a] = sum;
          }
}

void abcd_ea_ebcd(const float (*restrict A)[40], const float (*restrict B)[40][40][40], float (*restrict C)[40][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++) {
          float sum = 0;
          for (int e = 0; e < 40; e++)
            sum += A[a][e] * B[d][c][b][e];
          C[d][c][b][a] = sum;
        }
}

void abcd_eb_aecd(const float (*restrict A)[40], const float (*restrict B)[40][40][40], float (*restrict C)[40][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++) {
          float sum = 0;
          for (int e = 0; e < 40; e++)
            sum += A[b][e] * B[d][c][e][a];
          C[d][c][b][a] = sum;
        }
}

void abcd_ec_abed(const float (*restrict A)[40], const float (*restrict B)[40][40][40], float (*restrict C)[40][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++) {
          float sum = 0;
          for (int e = 0; e < 40; e++)
            sum += A[c][e] * B[d][e][b][a];
          C[d][c][b][a] = sum;
        }
}

void ab_ac_cb(const float (*restrict A)[1000], const float (*restrict B)[1000], float (*restrict C)[1000]) {
  for (int b = 0; b < 1000; b++)
    for (int a = 0; a < 1000; a++) {
      float sum = 0;
      for (int c = 0; c < 1000; c++)
        sum += A[c][a] * B[b][c];
      C[b][a] = sum;
    }
}

void ab_acd_dbc(const float (*restrict A)[64][312], const float (*restrict B)[296][96], float (*restrict C)[312]) {
  for (int b = 0; b < 296; b++)
    for (int a = 0; a < 312; a++) {
      float sum = 0;
      for (int c = 0; c < 64; c++)
        for (int d = 0; d < 96; d++)
          sum += A[d][c][a] * B[c][b][d];
      C[b][a] = sum;
    }
}

void ab_cad_dcb(const float (*restrict A)[312][64], const float (*restrict B)[64][96], float (*restrict C)[312]) {
  for (int b = 0; b < 296; b++)
    for (int a = 0; a < 312; a++) {
      float sum = 0;
      for (int c = 0; c < 64; c++)
        for (int d = 0; d < 96; d++)
          sum += A[d][a][c] * B[b][c][d];
      C[b][a] = sum;
    }
}

void abc_acd_db(const float (*restrict A)[128][128], const float (*restrict B)[128], float (*restrict C)[120][128]) {
  for (int c = 0; c < 128; c++)
    for (int b = 0; b < 120; b++)
      for (int a = 0; a < 128; a++) {
        float sum = 0;
        for (int d = 0; d < 128; d++)
          sum += A[d][c][a] * B[b][d];
        C[c][b][a] = sum;
      }
}

void abc_ad_bdc(const float (*restrict A)[128], const float (*restrict B)[120][128], float (*restrict C)[128][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 128; b++)
      for (int a = 0; a < 128; a++) {
        float sum = 0;
        for (int d = 0; d < 120; d++)
          sum += A[d][a] * B[c][d][b];
        C[c][b][a] = sum;
      }
}

void abc_adc_bd(const float (*restrict A)[120][128], const float (*restrict B)[128], float (*restrict C)[128][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 128; b++)
      for (int a = 0; a < 128; a++) {
        float sum = 0;
        for (int d = 0; d < 120; d++)
          sum += A[c][d][a] * B[d][b];
        C[c][b][a] = sum;
      }
}

void abc_adc_db(const float (*restrict A)[128][128], const float (*restrict B)[128], float (*restrict C)[120][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 120; b++)
      for (int a = 0; a < 128; a++) {
        float sum = 0;
        for (int d = 0; d < 128; d++)
          sum += A[c][d][a] * B[b][d];
        C[c][b][a] = sum;
      }
}

void abc_adec_ebd(const float (*restrict A)[40][40][72], const float (*restrict B)[72][40], float (*restrict C)[72][72]) {
  for (int c = 0; c < 72; c++)
    for (int b = 0; b < 72; b++)
      for (int a = 0; a < 72; a++) {
        float sum = 0;
        for (int d = 0; d < 40; d++)
          for (int e = 0; e < 40; e++)
            sum += A[c][e][d][a] * B[d][b][e];
        C[c][b][a] = sum;
      }
}

void abcd_aebf_dfce(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[f][b][e][a] * B[e][c][f][d];
          C[d][c][b][a] = sum;
        }
}

void abcd_aebf_fdec(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[f][b][e][a] * B[c][e][d][f];
          C[d][c][b][a] = sum;
        }
}

void abcd_aecf_bfde(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[f][c][e][a] * B[e][d][f][b];
          C[d][c][b][a] = sum;
        }
}

void abcd_aecf_fbed(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[f][c][e][a] * B[d][e][b][f];
          C[d][c][b][a] = sum;
        }
}

void abcd_aedf_bfce(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[f][d][e][a] * B[e][c][f][b];
          C[d][c][b][a] = sum;
        }
}

void abcd_aedf_fbec(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[f][d][e][a] * B[c][e][b][f];
          C[d][c][b][a] = sum;
        }
}

void abcd_aefb_fdce(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[b][f][e][a] * B[e][c][d][f];
          C[d][c][b][a] = sum;
        }
}

void abcd_aefc_fbed(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[c][f][e][a] * B[d][e][b][f];
          C[d][c][b][a] = sum;
        }
}

void abcd_eafb_fdec(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[b][f][a][e] * B[c][e][d][f];
          C[d][c][b][a] = sum;
        }
}

void abcd_eafc_bfde(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[c][f][a][e] * B[e][d][f][b];
          C[d][c][b][a] = sum;
        }
}

void abcd_eafd_fbec(const float (*restrict A)[24][24][24], const float (*restrict B)[24][24][24], float (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++) {
          float sum = 0;
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              sum += A[d][f][a][e] * B[c][e][b][f];
          C[d][c][b][a] = sum;
        }
}

void abcdef_dega_gfbc(const float (*restrict A)[16][12][16], const float (*restrict B)[12][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[a][g][e][d] * B[c][b][f][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_degb_gfac(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[b][g][e][d] * B[c][a][f][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_degc_gfab(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][g][e][d] * B[b][a][f][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_dfga_gebc(const float (*restrict A)[16][12][16], const float (*restrict B)[12][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[a][g][f][d] * B[c][b][e][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_dfgb_geac(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[b][g][f][d] * B[c][a][e][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_dfgc_geab(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][g][f][d] * B[b][a][e][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_efga_gdbc(const float (*restrict A)[16][12][16], const float (*restrict B)[12][12][16], float (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[a][g][f][e] * B[c][b][d][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_efgb_gdac(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[b][g][f][e] * B[c][a][d][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_efgc_gdab(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][g][f][e] * B[b][a][d][g];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gdab_efgc(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[b][a][d][g] * B[c][g][f][e];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gdac_efgb(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][a][d][g] * B[b][g][f][e];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gdbc_efga(const float (*restrict A)[12][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][b][d][g] * B[a][g][f][e];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_geab_dfgc(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[b][a][e][g] * B[c][g][f][d];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_geac_dfgb(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][a][e][g] * B[b][g][f][d];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gebc_dfga(const float (*restrict A)[12][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][b][e][g] * B[a][g][f][d];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gfab_degc(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[b][a][f][g] * B[c][g][e][d];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gfac_degb(const float (*restrict A)[16][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][a][f][g] * B[b][g][e][d];
              C[f][e][d][c][b][a] = sum;
            }
}

void abcdef_gfbc_dega(const float (*restrict A)[12][12][16], const float (*restrict B)[16][12][16], float (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++) {
              float sum = 0;
              for (int g = 0; g < 16; g++)
                sum += A[c][b][f][g] * B[a][g][e][d];
              C[f][e][d][c][b][a] = sum;
            }
}
