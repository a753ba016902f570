/**
 * Compares two decimals as the format writes them (`^[0-9]+(\.[0-9]+)?$`), exactly, at any length.
 *
 * @returns below 0 when `one` is less, above 0 when it is more, 0 when they are equal; undefined when either is no decimal
 */
export function compareDecimals(one: string, other: string): number | undefined {
  const [left, right] = [digitsOf(one), digitsOf(other)];
  if (left === undefined || right === undefined) return undefined;
  if (left.whole.length !== right.whole.length) return left.whole.length - right.whole.length;
  return order(left.whole, right.whole) || order(left.fraction, right.fraction);
}

/** A number as a decimal, digit for digit as JSON wrote it in the shortest form: 1e-7 is `0.0000001`. */
export function decimalOf(number: number): string {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(Math.abs(number))) ?? [];
  const shift = Number(exponent);
  const digits = shift < 0 ? whole.padStart(whole.length - shift, '0') + fraction : whole + fraction.padEnd(shift, '0');
  const point = whole.length + Math.max(shift, 0);
  return digits.length > point ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits;
}

/** Without the zeros that mean nothing, longer wholes are more, and text order is number order otherwise. */
function digitsOf(decimal: string): { readonly whole: string; readonly fraction: string } | undefined {
  const [, whole, fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(decimal) ?? [];
  return whole === undefined ? undefined : { whole: whole.replace(/^0+/, ''), fraction: withoutEndZeros(fraction) };
}

/** Not `/0+$/`, which takes quadratic time on a long run of zeros that does not stand at the end. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
