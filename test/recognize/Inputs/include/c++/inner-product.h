// As a library has it.
template <class T, class Sum>
Sum innerProduct(const T *First, const T *Last, const T *Other, Sum Init) {
  for (; First != Last; ++First, ++Other)
    Init = Init + *First * *Other;
  return Init;
}
