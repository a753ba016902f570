const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `90m`, `36h`, or `7d` to milliseconds. Returns undefined for invalid text. */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const factor = UNITS[unit];
  return factor === undefined ? undefined : Number(count) * factor;
}
