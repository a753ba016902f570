import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { values } from '#manifest/taxonomy.ts';
import { badgeImage, badgePath, unknownBadge } from './badge-image.ts';

const NAME = 'Harbor & Sea APIs';

const at = '2026-11-20T23:30:00-02:00';

describe('the badge of a listing', () => {
  test.each(values('statuses'))(
    'contains the status %s and the date of the check as an image and as accessible text',
    status => {
      const { svg, text } = badgeImage({ id: 'api.example.com', status, last_checked_at: at }, NAME);
      expect(text).toBe(`${NAME}: ${status}, last checked on 2026-11-21`);
      expect(svg).toContain(
        `role="img" aria-label="${text.replace('&', '&#38;')}"><title>${text.replace('&', '&#38;')}</title>`,
      );
      expect(svg).toContain(`>${status}, checked 2026-11-21</text>`);
    },
  );

  test('has a different shape for statuses of the same color', () => {
    const drawn = values('statuses').map(
      status =>
        /<g transform.*?<\/g>/.exec(badgeImage({ id: 'a.example', status, last_checked_at: at }, NAME).svg)?.[0],
    );
    expect(new Set(drawn).size).toBe(values('statuses').length);
  });

  test('contains "not checked" without a check', () => {
    const { svg, text } = badgeImage({ id: 'a.example', status: 'unverified', last_checked_at: null }, NAME);
    expect(text).toBe(`${NAME}: unverified, not checked`);
    expect(svg).toContain('>unverified, not checked</text>');
  });

  test('has the declared width', () => {
    const { svg, width, height } = badgeImage({ id: 'a.example', status: 'lapsed', last_checked_at: at }, NAME);
    expect(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `)).toBe(true);
  });

  test('excludes the id, so that an id cannot inject text', () => {
    const subject = { status: 'verified', last_checked_at: at } as const;
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
