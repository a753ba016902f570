import type { Entry } from '#query/entry.ts';
import { readSearchText } from '#query/text/search-text.ts';
import { normalizeText, words } from '#query/text/words/normalize-text.ts';

const [K1, B] = [1.2, 0.75];

/** Creates plain BM25 over all texts of listings, without fields, stems, or stop words. Returns ids, best first. */
export function createBm25Baseline(entries: readonly Entry[]): (q: string) => string[] {
  const documents = entries.map(({ row, text }) => {
    const all = words(normalizeText(Object.values(readSearchText(row, text)).join(' ')));
    return { id: row.id, length: all.length, counts: countBy(all) };
  });
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const listings = countBy(documents.flatMap(({ counts }) => [...counts.keys()]));
  const information = (word: string) => {
    const having = listings.get(word) ?? 0;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  return q => {
    const wanted = [...new Set(words(normalizeText(q)))];
    return documents
      .map(({ id, length, counts }) => {
        const weight = K1 * (1 - B + (B * length) / meanLength);
        const score = wanted.reduce((sum, word) => {
          const count = counts.get(word) ?? 0;
          return sum + (information(word) * count * (K1 + 1)) / (count + weight);
        }, 0);
        return { id, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id);
  };
}

function countBy(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
