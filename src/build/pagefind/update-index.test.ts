import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIndex } from './create-index.ts';
import { endsRange, type IndexFiles, type SearchPage } from './index-format.ts';
import { updateIndex } from './update-index.ts';

/** Some are in ASCII, some have another order in bytes than in UTF-16, and some end ranges. */
const WORDS = Array.from({ length: 3000 }, (_, number) => `word${number.toString(36)}`);
const OTHERS = ['größe', '天気', '\u{20bb7}野', '\ufa0e\ufa0f', 'aa', 'zz', '\u{2fa1d}'];
const ENDS = WORDS.filter(endsRange);

const page = (id: string, words: readonly string[], title: readonly string[] = [id], strength = 1): SearchPage => ({
  url: `/apis/${id}/`,
  meta: { title: title.join(' '), id, description: `${words.length} words` },
  words: new Map([...words, ...title].map(word => [word, strength])),
  titleWords: title,
});

const PAGES = Array.from({ length: 120 }, (_, number) =>
  page(
    `page${number}`,
    WORDS.filter((_, at) => (at * 7 + number * 13) % (at % 50 === 0 ? 1 : 97) < 3),
    [`page${number}`, WORDS[number] ?? '', 'title', WORDS[number] ?? ''],
    1 + (number % 12),
  ),
);

/** Returns the hash of each file. */
const hashesOf = (files: IndexFiles | undefined) =>
  files && new Map([...files].map(([name, content]) => [name, hash('sha256', toBuffer(content))]));

function toBuffer(content: string | (() => Uint8Array)): Buffer {
  return Buffer.from(typeof content === 'function' ? content() : content);
}

/** Updates the index of some pages. */
function update(pages: readonly SearchPage[], changes: ReadonlyMap<number, SearchPage>, files = createIndex(pages)) {
  const read = (name: string) => {
    const content = files.get(name);
    return content === undefined ? undefined : toBuffer(content);
  };
  return updateIndex({ read, changes, shownAt: number => pages[number] as SearchPage });
}

const replace = (pages: readonly SearchPage[], changes: ReadonlyMap<number, SearchPage>) =>
  pages.map((each, number) => changes.get(number) ?? each);

const { words: words7, titleWords: title7 } = PAGES[7] as SearchPage;

test.each<[change: string, changes: readonly (readonly [number, SearchPage])[]]>([
  ['nothing', []],
  ['only its description', [[7, { ...(PAGES[7] as SearchPage), meta: { title: 't', id: 'page7', description: 'd' } }]]],
  ['other words', [[7, page('page7', OTHERS)]]],
  ['other strengths', [[7, { ...page('page7', []), words: new Map([...words7].map(([word]) => [word, 9])) }]]],
  ['another order of its title', [[7, { ...(PAGES[7] as SearchPage), titleWords: title7.toReversed() }]]],
  ['all words', [[119, page('page119', [...WORDS, ...OTHERS])]]],
  ['no words', [[0, page('page0', [], [])]]],
  ['words that end a range', [[7, page('page7', ENDS)]]],
  [
    'each other',
    [
      [119, PAGES[0] as SearchPage],
      [0, PAGES[119] as SearchPage],
    ],
  ],
])('equals a whole index if pages have %s', (_, changed) => {
  const changes = new Map(changed);
  expect(hashesOf(update(PAGES, changes))).toEqual(hashesOf(createIndex(replace(PAGES, changes))));
});

test('removes the end of a range, and ranges without words', () => {
  // Only two pages have rare words, among them all that end a range.
  const rare = [page('a', WORDS), page('b', ['word1', ...OTHERS]), page('c', ['middle'])];
  for (const [number, words] of [
    [0, []],
    [0, WORDS.filter(word => !ENDS.includes(word))],
    [1, ENDS],
  ] as const) {
    const changes = new Map([[number, page('changed', words)]]);
    expect(hashesOf(update(rare, changes))).toEqual(hashesOf(createIndex(replace(rare, changes))));
  }
});

test('continues from an updated index', () => {
  let pages: readonly SearchPage[] = PAGES;
  let files: IndexFiles | undefined = createIndex(pages);
  for (let step = 0; step < 12; step++) {
    const numbers = [step * 9, (step * 31 + 5) % pages.length];
    const changes = new Map(
      numbers.map(number => [
        number,
        page(`page${number}`, [...WORDS.filter((_, at) => (at * (step + 3)) % 41 === number % 41), `new${step}`]),
      ]),
    );
    files = update(pages, changes, files);
    pages = replace(pages, changes);
  }
  expect(hashesOf(files)).toEqual(hashesOf(createIndex(pages)));
});

const CHANGE = new Map([[7, page('page7', OTHERS)]]);

test.each(['pagefind-entry.json', '.pf_meta', '.pf_index'])('updates no index without the file "%s"', ending => {
  const files = new Map(createIndex(PAGES));
  const name = [...files.keys()].findLast(each => each.endsWith(ending)) ?? '';
  files.delete(name);
  expect(update(PAGES, CHANGE, files)).toBeUndefined();
});

test.each(['pagefind-entry.json', '.pf_meta', '.pf_index'])('updates no index with a damaged file "%s"', ending => {
  const files = new Map(createIndex(PAGES));
  const [name = '', others = ''] = [...files.keys()].filter(each => each.endsWith(ending));
  for (const content of [Buffer.alloc(0), Buffer.from('damaged'), toBuffer(files.get(others) ?? '')])
    expect(
      update(
        PAGES,
        CHANGE,
        files.set(name, () => content),
      ),
    ).toBeUndefined();
});

test('restores a missing file of a page', () => {
  const files = new Map(createIndex(PAGES));
  const whole = hashesOf(createIndex(replace(PAGES, CHANGE)));
  for (const name of [...files.keys()].filter(each => each.endsWith('.pf_fragment'))) files.delete(name);
  expect(hashesOf(update(PAGES, CHANGE, files))).toEqual(whole);
});

test('updates no index if the fields of pages change', () => {
  const other = { ...page('page7', []), meta: { title: 'page7', id: 'page7' } };
  expect(update(PAGES, new Map([[7, other]]))).toBeUndefined();
});
