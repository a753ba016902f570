import type { Sql } from './database.ts';
import { phrase } from './match.ts';
import { reversed } from './schema.ts';

/**
 * Selects the words that may be within an edit distance of a text, and few others. Each edit leaves part of the word
 * unchanged: one edit leaves the first or second half, unless it transposes the letters between them; two edits leave
 * the start, the end, or three letters in the middle.
 * @param edits 1 for a text of at least 3 letters, or 2 for one of at least 8
 */
export function findFuzzyCandidates(text: string, edits: number): Sql {
  const letters = [...text];
  const lengths = [text.length - edits, text.length + edits];
  const parts = edits === 1 ? splitInTwo(letters) : splitInThree(letters);
  return {
    sql:
      `SELECT word FROM words WHERE word >= ? AND word < ? || char(1114111) AND length BETWEEN ? AND ? ` +
      `UNION SELECT word FROM words WHERE reversed >= ? AND reversed < ? || char(1114111) AND length BETWEEN ? AND ? ` +
      `UNION SELECT word FROM words WHERE ${edits === 1 ? 'word = ?' : `${HAVING_PART} AND length BETWEEN ? AND ?`}`,
    parameters: [
      ...[parts.beginning, parts.beginning, ...lengths],
      ...[reversed(parts.end), reversed(parts.end), ...lengths],
      ...(edits === 1 ? [parts.middle] : [phrase(parts.middle), ...lengths]),
    ],
  };
}

/** Matches words that contain a text of three or more letters. */
export const HAVING_PART = 'number IN (SELECT rowid FROM word_parts WHERE word_parts MATCH ?)';

interface Parts {
  readonly beginning: string;
  /** For one edit, the word with the two middle letters transposed. */
  readonly middle: string;
  readonly end: string;
}

function splitInTwo(letters: readonly string[]): Parts {
  const half = Math.floor(letters.length / 2);
  const [before = '', after = ''] = letters.slice(half - 1, half + 1);
  return {
    beginning: letters.slice(0, half).join(''),
    middle: [...letters.slice(0, half - 1), after, before, ...letters.slice(half + 1)].join(''),
    end: letters.slice(half).join(''),
  };
}

/** The parts are one letter apart, because a transposition may cross a boundary. */
function splitInThree(letters: readonly string[]): Parts {
  const middle = Math.ceil((letters.length - 3) / 2);
  return {
    beginning: letters.slice(0, middle - 1).join(''),
    middle: letters.slice(middle, middle + 3).join(''),
    end: letters.slice(middle + 4).join(''),
  };
}
