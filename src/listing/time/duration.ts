const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `90s`, `30m`, `6h`, or `1d`. Returns milliseconds, or undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
}
