/** The width of a day in chart units. A quarter of it is a gap. */
export const DAY_WIDTH = 4;
const COLUMN_WIDTH = 3;

/** A segment of a day's column, as shares of the chart height from the bottom. */
export interface ColumnPart {
  readonly from: number;
  readonly to: number;
}

/**
 * Creates the SVG path data for one segment of all columns. A single path keeps pages small. Omits days without the
 * segment.
 */
export function columnsPath(parts: readonly (ColumnPart | undefined)[], height: number): string {
  return parts
    .map((part, day) => {
      if (part === undefined || part.to <= part.from) return '';
      const [top, bottom] = [part.to, part.from].map(share => rounded(height * (1 - share)));
      return `M${day * DAY_WIDTH} ${bottom}V${top}h${COLUMN_WIDTH}V${bottom}z`;
    })
    .join('');
}

/**
 * Creates the SVG path data of a line through the values of the days. Missing values leave gaps, and isolated days are
 * short dashes.
 *
 * @param most the value at the top of the chart
 */
export function linePath(values: readonly (number | null)[], most: number, height: number): string {
  const y = (value: number) => rounded(height * (1 - value / (most || 1)));
  return values
    .map((value, day) => {
      if (value === null) return '';
      const x = day * DAY_WIDTH;
      const before = values[day - 1] ?? null;
      return before === null ? `M${x} ${y(value)}h${COLUMN_WIDTH}` : `L${x + COLUMN_WIDTH / 2} ${y(value)}`;
    })
    .join('');
}

/** The end of a scale: the smallest of 1, 2, and 5 times a power of ten that is not below the value. */
export function scaleEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find(step => step * power >= value) ?? 10) * power;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
