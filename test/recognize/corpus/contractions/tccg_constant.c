// The contractions of the TCCG benchmark: arrays of known sizes. benchmarks/tensors/nests.py wrote it.
// expect: 48
void abc_bda_dc(const double (*restrict A)[24][128], const double (*restrict B)[24], double (*restrict C)[128][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 128; b++)
      for (int a = 0; a < 128; a++)
        for (int d = 0; d < 24; d++)
          C[c][b][a] += A[a][d][b] * B[c][d];
}

void abc_dca_bd(const double (*restrict A)[120][128], const double (*restrict B)[24], double (*restrict C)[24][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 24; b++)
      for (int a = 0; a < 128; a++)
        for (int d = 0; d < 128; d++)
          C[c][b][a] += A[a][c][d] * B[d][b];
}

void abcd_dbea_ec(const double (*restrict A)[40][40][40], const double (*restrict B)[40], double (*restrict C)[24][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++)
          for (int e = 0; e < 40; e++)
            C[d][c][b][a] += A[a][e][b][d] * B[c][e];
}

void abcd_deca_be(const double (*restrict A)[40][40][40], const double (*restrict B)[24], double (*restrict C)[40][24][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 40; a++)
          for (int e = 0; e < 40; e++)
            C[d][c][b][a] += A[a][c][e][d] * B[e][b];
}

void abcd_ebad_ce(const double (*restrict A)[40][40][40], const double (*restrict B)[24], double (*restrict C)[24][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++)
          for (int e = 0; e < 40; e++)
            C[d][c][b][a] += A[d][a][b][e] * B[e][c];
}

void abcde_efbad_cf(const double (*restrict A)[24][20][20][24], const double (*restrict B)[24], double (*restrict C)[20][24][20][24]) {
  for (int e = 0; e < 24; e++)
    for (int d = 0; d < 20; d++)
      for (int c = 0; c < 24; c++)
        for (int b = 0; b < 20; b++)
          for (int a = 0; a < 24; a++)
            for (int f = 0; f < 20; f++)
              C[e][d][c][b][a] += A[d][a][b][f][e] * B[f][c];
}

void abcde_ecbfa_fd(const double (*restrict A)[24][20][20][24], const double (*restrict B)[24], double (*restrict C)[24][20][20][24]) {
  for (int e = 0; e < 24; e++)
    for (int d = 0; d < 24; d++)
      for (int c = 0; c < 20; c++)
        for (int b = 0; b < 20; b++)
          for (int a = 0; a < 24; a++)
            for (int f = 0; f < 24; f++)
              C[e][d][c][b][a] += A[a][f][b][c][e] * B[d][f];
}

void abcde_efcad_bf(const double (*restrict A)[24][20][20][24], const double (*restrict B)[24], double (*restrict C)[20][20][24][24]) {
  for (int e = 0; e < 24; e++)
    for (int d = 0; d < 20; d++)
      for (int c = 0; c < 20; c++)
        for (int b = 0; b < 24; b++)
          for (int a = 0; a < 24; a++)
            for (int f = 0; f < 20; f++)
              C[e][d][c][b][a] += A[d][a][c][f][e] * B[f][b];
}

void abcd_ea_ebcd(const double (*restrict A)[40], const double (*restrict B)[40][40][40], double (*restrict C)[40][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++)
          for (int e = 0; e < 40; e++)
            C[d][c][b][a] += A[a][e] * B[d][c][b][e];
}

void abcd_eb_aecd(const double (*restrict A)[40], const double (*restrict B)[40][40][40], double (*restrict C)[40][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++)
          for (int e = 0; e < 40; e++)
            C[d][c][b][a] += A[b][e] * B[d][c][e][a];
}

void abcd_ec_abed(const double (*restrict A)[40], const double (*restrict B)[40][40][40], double (*restrict C)[40][40][40]) {
  for (int d = 0; d < 40; d++)
    for (int c = 0; c < 40; c++)
      for (int b = 0; b < 40; b++)
        for (int a = 0; a < 40; a++)
          for (int e = 0; e < 40; e++)
            C[d][c][b][a] += A[c][e] * B[d][e][b][a];
}

void ab_ac_cb(const double (*restrict A)[1000], const double (*restrict B)[1000], double (*restrict C)[1000]) {
  for (int b = 0; b < 1000; b++)
    for (int a = 0; a < 1000; a++)
      for (int c = 0; c < 1000; c++)
        C[b][a] += A[c][a] * B[b][c];
}

void ab_acd_dbc(const double (*restrict A)[64][312], const double (*restrict B)[296][96], double (*restrict C)[312]) {
  for (int b = 0; b < 296; b++)
    for (int a = 0; a < 312; a++)
      for (int c = 0; c < 64; c++)
        for (int d = 0; d < 96; d++)
          C[b][a] += A[d][c][a] * B[c][b][d];
}

void ab_cad_dcb(const double (*restrict A)[312][64], const double (*restrict B)[64][96], double (*restrict C)[312]) {
  for (int b = 0; b < 296; b++)
    for (int a = 0; a < 312; a++)
      for (int c = 0; c < 64; c++)
        for (int d = 0; d < 96; d++)
          C[b][a] += A[d][a][c] * B[b][c][d];
}

void abc_acd_db(const double (*restrict A)[128][128], const double (*restrict B)[128], double (*restrict C)[120][128]) {
  for (int c = 0; c < 128; c++)
    for (int b = 0; b < 120; b++)
      for (int a = 0; a < 128; a++)
        for (int d = 0; d < 128; d++)
          C[c][b][a] += A[d][c][a] * B[b][d];
}

void abc_ad_bdc(const double (*restrict A)[128], const double (*restrict B)[120][128], double (*restrict C)[128][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 128; b++)
      for (int a = 0; a < 128; a++)
        for (int d = 0; d < 120; d++)
          C[c][b][a] += A[d][a] * B[c][d][b];
}

void abc_adc_bd(const double (*restrict A)[120][128], const double (*restrict B)[128], double (*restrict C)[128][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 128; b++)
      for (int a = 0; a < 128; a++)
        for (int d = 0; d < 120; d++)
          C[c][b][a] += A[c][d][a] * B[d][b];
}

void abc_adc_db(const double (*restrict A)[128][128], const double (*restrict B)[128], double (*restrict C)[120][128]) {
  for (int c = 0; c < 120; c++)
    for (int b = 0; b < 120; b++)
      for (int a = 0; a < 128; a++)
        for (int d = 0; d < 128; d++)
          C[c][b][a] += A[c][d][a] * B[b][d];
}

void abc_adec_ebd(const double (*restrict A)[40][40][72], const double (*restrict B)[72][40], double (*restrict C)[72][72]) {
  for (int c = 0; c < 72; c++)
    for (int b = 0; b < 72; b++)
      for (int a = 0; a < 72; a++)
        for (int d = 0; d < 40; d++)
          for (int e = 0; e < 40; e++)
            C[c][b][a] += A[c][e][d][a] * B[d][b][e];
}

void abcd_aebf_dfce(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[f][b][e][a] * B[e][c][f][d];
}

void abcd_aebf_fdec(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[f][b][e][a] * B[c][e][d][f];
}

void abcd_aecf_bfde(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[f][c][e][a] * B[e][d][f][b];
}

void abcd_aecf_fbed(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[f][c][e][a] * B[d][e][b][f];
}

void abcd_aedf_bfce(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[f][d][e][a] * B[e][c][f][b];
}

void abcd_aedf_fbec(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[f][d][e][a] * B[c][e][b][f];
}

void abcd_aefb_fdce(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[b][f][e][a] * B[e][c][d][f];
}

void abcd_aefc_fbed(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[c][f][e][a] * B[d][e][b][f];
}

void abcd_eafb_fdec(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[b][f][a][e] * B[c][e][d][f];
}

void abcd_eafc_bfde(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[c][f][a][e] * B[e][d][f][b];
}

void abcd_eafd_fbec(const double (*restrict A)[24][24][24], const double (*restrict B)[24][24][24], double (*restrict C)[24][24][24]) {
  for (int d = 0; d < 24; d++)
    for (int c = 0; c < 24; c++)
      for (int b = 0; b < 24; b++)
        for (int a = 0; a < 24; a++)
          for (int e = 0; e < 24; e++)
            for (int f = 0; f < 24; f++)
              C[d][c][b][a] += A[d][f][a][e] * B[c][e][b][f];
}

void abcdef_dega_gfbc(const double (*restrict A)[16][12][16], const double (*restrict B)[12][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[a][g][e][d] * B[c][b][f][g];
}

void abcdef_degb_gfac(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[b][g][e][d] * B[c][a][f][g];
}

void abcdef_degc_gfab(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][g][e][d] * B[b][a][f][g];
}

void abcdef_dfga_gebc(const double (*restrict A)[16][12][16], const double (*restrict B)[12][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[a][g][f][d] * B[c][b][e][g];
}

void abcdef_dfgb_geac(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[b][g][f][d] * B[c][a][e][g];
}

void abcdef_dfgc_geab(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][g][f][d] * B[b][a][e][g];
}

void abcdef_efga_gdbc(const double (*restrict A)[16][12][16], const double (*restrict B)[12][12][16], double (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[a][g][f][e] * B[c][b][d][g];
}

void abcdef_efgb_gdac(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[b][g][f][e] * B[c][a][d][g];
}

void abcdef_efgc_gdab(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][g][f][e] * B[b][a][d][g];
}

void abcdef_gdab_efgc(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[b][a][d][g] * B[c][g][f][e];
}

void abcdef_gdac_efgb(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][a][d][g] * B[b][g][f][e];
}

void abcdef_gdbc_efga(const double (*restrict A)[12][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[16][12][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 16; e++)
      for (int d = 0; d < 12; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][b][d][g] * B[a][g][f][e];
}

void abcdef_geab_dfgc(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[b][a][e][g] * B[c][g][f][d];
}

void abcdef_geac_dfgb(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][a][e][g] * B[b][g][f][d];
}

void abcdef_gebc_dfga(const double (*restrict A)[12][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][b][e][g] * B[a][g][f][d];
}

void abcdef_gfab_degc(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[b][a][f][g] * B[c][g][e][d];
}

void abcdef_gfac_degb(const double (*restrict A)[16][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][a][f][g] * B[b][g][e][d];
}

void abcdef_gfbc_dega(const double (*restrict A)[12][12][16], const double (*restrict B)[16][12][16], double (*restrict C)[12][16][12][12][16]) {
  for (int f = 0; f < 12; f++)
    for (int e = 0; e < 12; e++)
      for (int d = 0; d < 16; d++)
        for (int c = 0; c < 12; c++)
          for (int b = 0; b < 12; b++)
            for (int a = 0; a < 16; a++)
              for (int g = 0; g < 16; g++)
                C[f][e][d][c][b][a] += A[c][b][f][g] * B[a][g][e][d];
}
