import type { Sql } from './database.ts';
import { reversed } from './schema.ts';

/**
 * Selects the words that may be one typo away from a text, and few others. A typo leaves the first or second half of the
 * word unchanged, unless it transposes the letters between them.
 * @param text at least 3 letters
 */
export function findFuzzyCandidates(text: string): Sql {
  const letters = [...text];
  const lengths = [text.length - 1, text.length + 1];
  const half = Math.floor(letters.length / 2);
  const [before = '', after = ''] = letters.slice(half - 1, half + 1);
  const beginning = letters.slice(0, half).join('');
  const end = letters.slice(half).join('');
  const transposed = [...letters.slice(0, half - 1), after, before, ...letters.slice(half + 1)].join('');
  return {
    sql:
      `SELECT word FROM words WHERE word >= ? AND word < ? || char(1114111) AND length BETWEEN ? AND ? ` +
      `UNION SELECT word FROM words WHERE reversed >= ? AND reversed < ? || char(1114111) AND length BETWEEN ? AND ? ` +
      `UNION SELECT word FROM words WHERE word = ?`,
    parameters: [...[beginning, beginning, ...lengths], ...[reversed(end), reversed(end), ...lengths], transposed],
  };
}
