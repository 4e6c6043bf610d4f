// Which digits, and how they are written: as printf writes them with "%.15g", or 16 or 17. decimal.h
// finds the digits with integers: 51 ns a number, where printf and strtod take 670.

#include "output/number.h"

#include "output/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- by trial, for the few numbers whose digits are not decided otherwise

// does the number with so many digits read back as the same one?
static bool prints_as(char *buffer, double x, int digits) {
  snprintf(buffer, number_size, "%.*g", digits, x);
  return strtod(buffer, NULL) == x;
}

// 17 digits are always enough; most numbers need 16 or 17, so 15 is the last to be tried
static const char *print_by_trial(char *buffer, double x) {
  if (!isfinite(x) || !prints_as(buffer, x, 16))
    snprintf(buffer, number_size, "%.17g", x);
  else if (!prints_as(buffer, x, 15))
    snprintf(buffer, number_size, "%.16g", x);
  return buffer;
}

// ---- the text of digits

// two digits at a time, 8 of them
static void write_eight(char *to, uint32_t n) {
  static const char pairs[] = "0001020304050607080910111213141516171819"
                              "2021222324252627282930313233343536373839"
                              "4041424344454647484950515253545556575859"
                              "6061626364656667686970717273747576777879"
                              "8081828384858687888990919293949596979899";
  uint32_t high = n/10000, low = n % 10000;
  memcpy(to, pairs + 2*(high/100), 2);
  memcpy(to + 2, pairs + 2*(high % 100), 2);
  memcpy(to + 4, pairs + 2*(low/100), 2);
  memcpy(to + 6, pairs + 2*(low % 100), 2);
}

// 10^16 <= n < 10^17: its 17 digits, and how many there are without zeros at the end
static int write_digits(char to[17], uint64_t n) {
  uint64_t front = n/100000000;
  to[0] = (char)('0' + front/100000000);
  write_eight(to + 1, (uint32_t)(front % 100000000));
  write_eight(to + 9, (uint32_t)(n % 100000000));
  int count = 17;
  while (count > 1 && to[count - 1] == '0')
    count--;
  return count;
}

// d.ddde+xx
static char *write_power(char *at, const char *digit, int count, int k) {
  *at++ = digit[0];
  if (count > 1)
    *at++ = '.';
  memcpy(at, digit + 1, (size_t)count - 1);
  at += count - 1;
  *at++ = 'e';
  *at++ = k < 0 ? '-' : '+';
  int size = k < 0 ? -k : k;
  if (size >= 100)
    *at++ = (char)('0' + size/100);
  *at++ = (char)('0' + size/10 % 10);
  *at++ = (char)('0' + size % 10);
  return at;
}

// ddd, ddd.dd or 0.00ddd
static char *write_plain(char *at, const char *digit, int count, int k) {
  if (k < 0) {
    memcpy(at, "0.0000", 6);
    memcpy(at + 1 - k, digit, (size_t)count);
    return at + 1 - k + count;
  }
  memset(at, '0', 17);
  if (count <= k + 1) {
    memcpy(at, digit, (size_t)count);
    return at + k + 1;
  }
  memcpy(at, digit, (size_t)k + 1);
  at[k + 1] = '.';
  memcpy(at + k + 2, digit + k + 1, (size_t)(count - k - 1));
  return at + count + 1;
}

// n 10^(k-16) as "%.*g" writes it with so many digits
static void write_number(char *at, uint64_t n, int k, int digits) {
  char digit[17];
  int count = write_digits(digit, n);
  bool power = k < -4 || k >= digits;
  *(power ? write_power(at, digit, count, k) : write_plain(at, digit, count, k)) = 0;
}

// ---- how many digits

// 17, or fewer if these read back, and the number they make; 0: not decided
static int choose_digits(uint64_t *n, const decimal *d, uint64_t unit) {
  decimal_answer reads_back, shorter;
  *n = decimal_round(d, 10*unit, &reads_back);
  if (reads_back == DECIMAL_NO) {
    *n = decimal_round(d, unit, &reads_back);  // it does, or cannot be told
    return reads_back == DECIMAL_UNKNOWN ? 0 : 17;
  }
  uint64_t fifteen = decimal_round(d, 100*unit, &shorter);
  if (reads_back == DECIMAL_UNKNOWN || shorter == DECIMAL_UNKNOWN)
    return 0;
  *n = shorter == DECIMAL_YES ? 100*fifteen : 10 * *n;
  return shorter == DECIMAL_YES ? 15 : 16;
}

// x > 0; false: not decided
static bool print_positive(char *at, double x) {
  const uint64_t limit = 100000000000000000;  // 10^17
  decimal d = decimal_of(x);
  bool longer = d.whole >= limit;
  uint64_t n;
  int digits = choose_digits(&n, &d, longer ? 10 : 1), k = d.k + longer;
  if (digits == 0)
    return false;
  if (n == limit)
    write_number(at, n/10, k + 1, digits);
  else
    write_number(at, n, k, digits);
  return true;
}

const char *number_print(char *buffer, double x) {
  static const double least = 0x1p-1021;  // with distances to its neighbours as decimal.h has them
  if (isnan(x))
    x = (double)NAN;  // without the sign that some computations leave
  double size = fabs(x);
  if (size == 0)
    return strcpy(buffer, signbit(x) ? "-0" : "0");
  if (!(size >= least) || !isfinite(x))
    return print_by_trial(buffer, x);
  buffer[0] = '-';
  return print_positive(buffer + (x < 0), size) ? buffer : print_by_trial(buffer, x);
}
