import { expect, test } from 'vitest';
import { formatView } from './view-texts.ts';

const view = {
  page: 'https://site.example/browse/',
  curl: "curl 'https://registry.example/listings/by/price/free/1.json'",
  lists: new Set(['badges']),
  search: new URLSearchParams({ q: "cat's", auth_required: 'false', limit: '25', badges: 'a,b' }),
};

test('formats a view as URL, curl, and tool call', () => {
  expect(formatView('url', view)).toBe(
    'https://site.example/browse/?q=cat%27s&auth_required=false&limit=25&badges=a%2Cb',
  );
  expect(formatView('curl', view)).toBe(view.curl);
  expect(JSON.parse(formatView('mcp', view))).toEqual({
    name: 'search_listings',
    arguments: { q: "cat's", auth_required: false, limit: 25, badges: ['a', 'b'] },
  });
});

test('keeps a search text that looks like a value of another type', () => {
  const search = new URLSearchParams({ q: 'true' });
  expect(JSON.parse(formatView('mcp', { ...view, search })).arguments).toEqual({ q: 'true' });
});

test('formats a view without filters', () => {
  expect(formatView('url', { ...view, search: new URLSearchParams() })).toBe(view.page);
});
