/**
 * Compares two decimals of the format (`^[0-9]+(\.[0-9]+)?$`) exactly, at any length.
 *
 * @returns a negative number, zero, or a positive number, as for `Array.sort`; undefined if either is not a decimal
 */
export function compareDecimals(one: string, other: string): number | undefined {
  const [left, right] = [parseDecimal(one), parseDecimal(other)];
  if (left === undefined || right === undefined) return undefined;
  if (left.whole.length !== right.whole.length) return left.whole.length - right.whole.length;
  return compareText(left.whole, right.whole) || compareText(left.fraction, right.fraction);
}

/** Formats a number as a decimal without an exponent, with the shortest digits that JSON would write: 1e-7 is `0.0000001`. */
export function toDecimal(number: number): string {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(Math.abs(number))) ?? [];
  const shift = Number(exponent);
  const digits = shift < 0 ? whole.padStart(whole.length - shift, '0') + fraction : whole + fraction.padEnd(shift, '0');
  const point = whole.length + Math.max(shift, 0);
  return digits.length > point ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits;
}

/** Drops insignificant zeros, so that a longer whole part is larger, and equal lengths compare as text. */
function parseDecimal(decimal: string): { readonly whole: string; readonly fraction: string } | undefined {
  const [, whole, fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(decimal) ?? [];
  return whole === undefined ? undefined : { whole: whole.replace(/^0+/, ''), fraction: trimEndZeros(fraction) };
}

/** A loop, because `/0+$/` takes quadratic time for a long run of zeros before the end. */
function trimEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
