import { expect, test } from 'vitest';
import { highlightJson } from './highlight-json.ts';
import { highlightManifest } from './highlight-manifest.ts';

test('links the top-level members only, and keeps the text', () => {
  const value = { name: 'Tides', pricing: { model: 'free' }, 'x y': '\n  <b>"a"</b>:', '"><script>': 1 };
  const html = highlightManifest(value);
  expect(Array.from(html.matchAll(/href="#([^"]+)"/g), ([, name]) => name)).toEqual([
    'manifest-name',
    'manifest-pricing',
  ]);
  expect(html.replace(/<\/?a\b[^>]*>/g, '')).toBe(highlightJson(value));
});
