int unrelated(int x) { return x + 1; }
int wrong(int x) { return x; }
int main(void) { return unrelated(3); }
