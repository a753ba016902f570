import { styleText } from 'node:util';

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Formats text for a terminal. */
export type Colors = (format: Format, text: string) => string;

/** Returns a function that formats text, or returns it unchanged without colors. */
export function createColors(hasColors: boolean): Colors {
  // `hasColors` already reflects the terminal and NO_COLOR.
  return (format, text) => (hasColors && text !== '' ? styleText(format, text, { validateStream: false }) : text);
}
