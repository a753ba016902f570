const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

type Colour = keyof typeof CODES;

/** Colours a text. */
export type Colors = (colour: Colour, text: string) => string;

/** Paints with terminal colours, or leaves texts as they are. */
export function colors(colours: boolean): Colors {
  return (colour, text) => (colours && text !== '' ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}
