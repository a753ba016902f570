/** The palette indexes that the mark uses, for its colors and the steps between them. */
export interface MarkColors {
  readonly tile: number;
  /** Between the tile and the background, and between the tile and the chevron. */
  readonly tileEdge: number;
  readonly chevron: number;
  readonly dot: number;
  readonly dotEdge: number;
}

/** The size of the drawing of the mark (`src/site/components/marks/Mark.astro`), in its own units. */
const UNITS = 32;

/**
 * Draws the mark into an image: a tile with a chevron and a dot.
 *
 * @param pixels color index per pixel, row by row
 * @param size the side of the mark in pixels
 */
export function drawMark(
  pixels: Uint8Array,
  width: number,
  {
    left,
    top,
    size,
    colors,
  }: { readonly left: number; readonly top: number; readonly size: number; readonly colors: MarkColors },
): void {
  const unit = UNITS / size;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const color = colorAt((column + 0.5) * unit, (row + 0.5) * unit, unit, colors);
      if (color !== undefined) pixels[(top + row) * width + left + column] = color;
    }
}

/** @param step the size of a pixel; what is less than half of it from an edge has the color of the edge */
function colorAt(x: number, y: number, step: number, colors: MarkColors): number | undefined {
  const tile = roundedSquare(x, y);
  if (tile > step / 2) return undefined;
  if (tile > -step / 2) return colors.tileEdge;
  const dot = Math.hypot(x - 21.8, y - 21.6) - 3.3;
  if (dot < step / 2) return dot < -step / 2 ? colors.dot : colors.dotEdge;
  const chevron = Math.min(toSegment(x, y, 8.5, 9.2, 15.3, 16), toSegment(x, y, 15.3, 16, 8.5, 22.8)) - 1.6;
  if (chevron < step / 2) return chevron < -step / 2 ? colors.chevron : colors.tileEdge;
  return colors.tile;
}

/** The distance to the tile: negative inside. */
function roundedSquare(x: number, y: number): number {
  const radius = 8.5;
  const [dx, dy] = [Math.abs(x - UNITS / 2) - UNITS / 2 + radius, Math.abs(y - UNITS / 2) - UNITS / 2 + radius];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
