/** The width of a day in the units of the charts; a column leaves a quarter of it empty. */
export const DAY_WIDTH = 4;
const COLUMN_WIDTH = 3;

/** A part of a day's column, in shares of the chart's height counted from its foot. */
export interface ColumnPart {
  readonly from: number;
  readonly to: number;
}

/**
 * The outline of one part of each day's column, as the data of one SVG path; days without it are left out. One path for
 * all days keeps pages small.
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
 * A line through a value of each day, as the data of an SVG path; it has gaps where there is no value, and a day that
 * stands alone is a short dash.
 *
 * @param most the value at the chart's top
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

/** The end of a scale: the smallest of 1, 2 and 5 times a power of ten that is not below a value. */
export function scaleEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find(step => step * power >= value) ?? 10) * power;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
