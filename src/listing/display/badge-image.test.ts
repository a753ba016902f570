import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { values } from '#manifest/taxonomy.ts';
import { badgeImage, unknownBadge } from './badge-image.ts';
import { badgePath, createBadgeSnippets } from './badge-snippet.ts';

const NAME = 'Harbor & Sea APIs';

const at = '2026-11-20T23:30:00-02:00';
const base = { id: 'a.example', source: 'publisher', observed: { responding: null, last_responded_at: null } } as const;

describe('the badge of a listing', () => {
  test.each(values('statuses'))(
    'contains the status %s and the date of the check as an image and as accessible text',
    status => {
      const { svg, text } = badgeImage({ ...base, status, last_checked_at: at }, NAME);
      expect(text).toBe(`${NAME}: ${status}, last checked on 2026-11-21`);
      expect(svg).toContain(
        `role="img" aria-label="${text.replace('&', '&#38;')}"><title>${text.replace('&', '&#38;')}</title>`,
      );
      expect(svg).toContain(`>${status}, checked 2026-11-21</text>`);
    },
  );

  test('has a different shape for statuses of the same color', () => {
    const drawn = values('statuses').map(
      status => /<g transform.*?<\/g>/.exec(badgeImage({ ...base, status, last_checked_at: at }, NAME).svg)?.[0],
    );
    expect(new Set(drawn).size).toBe(values('statuses').length);
  });

  test('contains "not checked" without a check', () => {
    const { svg, text } = badgeImage({ ...base, status: 'unverified', last_checked_at: null }, NAME);
    expect(text).toBe(`${NAME}: unverified, not checked`);
    expect(svg).toContain('>unverified, not checked</text>');
  });

  test('contains that a documented API responded, is not verified, and when', () => {
    const subject = { ...base, source: 'documentation', status: 'unverified', last_checked_at: at } as const;
    const observed = { responding: true, last_responded_at: at };
    const { svg, text } = badgeImage({ ...subject, observed }, NAME);
    expect(text).toBe(`${NAME}: responding, not verified by its publisher, last responded on 2026-11-21`);
    expect(svg).toContain('>responding, not verified, 2026-11-21</text>');
    for (const responding of [false, null])
      expect(badgeImage({ ...subject, observed: { ...observed, responding } }, NAME).text).not.toContain('responding');
  });

  test('has the declared width', () => {
    const { svg, width, height } = badgeImage({ ...base, status: 'lapsed', last_checked_at: at }, NAME);
    expect(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `)).toBe(true);
  });

  test('excludes the id, so that an id cannot inject text', () => {
    const subject = { ...base, status: 'verified', last_checked_at: at } as const;
    expect(badgeImage({ ...subject, id: 'a.example' }, NAME)).toEqual(
      badgeImage({ ...subject, id: 'b.example' }, NAME),
    );
  });
});

test('returns a "not listed" badge for an unknown id', () => {
  expect(unknownBadge(NAME).text).toBe(`${NAME}: not listed`);
  expect(parseFragment(unknownBadge(NAME).svg).childNodes.map(({ nodeName }) => nodeName)).toEqual(['svg']);
});

test('encodes the id in the path', () => {
  expect(badgePath('[::1]_4321')).toBe('/badges/%5B%3A%3A1%5D_4321.svg');
});

test('links the embedded badge to the page of the listing, with a text that stays true', () => {
  expect(createBadgeSnippets('[::1]_4321', 'https://site.example')).toEqual({
    markdown:
      '[![API status](https://site.example/badges/%5B%3A%3A1%5D_4321.svg)](https://site.example/apis/%5B%3A%3A1%5D_4321/)',
    html: '<a href="https://site.example/apis/%5B%3A%3A1%5D_4321/"><img src="https://site.example/badges/%5B%3A%3A1%5D_4321.svg" alt="API status"></a>',
  });
});
