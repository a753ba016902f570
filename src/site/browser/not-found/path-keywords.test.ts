import { expect, test } from 'vitest';
import { getPathKeywords } from './path-keywords.ts';

test.each([
  ['/apis/api.open-meteo.com/', 'open meteo'],
  ['/categories/wether/', 'wether'],
  ['/apis/%C3%84rmelkanal.example/index.html', 'Ärmelkanal example'],
  ['/%ff/tides', 'tides'],
  ['/', ''],
  ['/a/b/c/', ''],
  ['/one1/two2/three/four/five/six6/', 'one1 two2 three four five'],
])('extracts from %s the keywords "%s"', (path, words) => {
  expect(getPathKeywords(path)).toBe(words);
});
