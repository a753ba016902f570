/** Formats a number with thousands separators, without an exponent below 10^15. */
export function formatNumber(value: number): string {
  // The formatter is slow, and most numbers are small counts.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return Math.abs(value) < 1e15 ? getGrouped().format(value) : String(value);
}

/** Formats a measurement with three significant digits. */
export function formatMeasured(value: number): string {
  if (value >= 100) return value.toLocaleString('en-GB', { maximumFractionDigits: 0 });
  return value.toLocaleString('en-GB', { maximumSignificantDigits: 3 });
}

/** Formats a decimal string (`1234.50`) with all its digits. */
export function formatDecimal(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const digits = groupThousands(whole);
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** An expression would look from each digit for the end of the number, which takes minutes for a price of 100,000 digits. */
function groupThousands(whole: string): string {
  const start = whole.startsWith('-') ? 1 : 0;
  const groups: string[] = [];
  let end = whole.length;
  for (; end - start > 3; end -= 3) groups.push(whole.slice(end - 3, end));
  return [whole.slice(0, end), ...groups.toReversed()].join(',');
}

/** Formats a count with its noun: `1 listing`, `1,200 listings`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

let grouped: Intl.NumberFormat | undefined;

/** Created when it is needed, because loading the formats of all languages takes longer than a build without a change. */
function getGrouped(): Intl.NumberFormat {
  grouped ??= new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20 });
  return grouped;
}

const DURATION_UNITS = [
  { seconds: 86_400, noun: 'day' },
  { seconds: 3600, noun: 'hour' },
  { seconds: 60, noun: 'minute' },
] as const;

/** Formats seconds in the largest unit that divides them: `30 days`, `90 minutes`, `45 seconds`. */
export function formatDuration(seconds: number): string {
  const unit = seconds > 0 ? DURATION_UNITS.find(each => seconds % each.seconds === 0) : undefined;
  return unit ? count(seconds / unit.seconds, unit.noun) : count(seconds, 'second');
}
