import { describe, expect, test } from 'vitest';
import { getInitials, getTileColor, TILE_COLORS } from './monogram.ts';

describe('getInitials', () => {
  test.each([
    ['Open-Meteo Weather Forecast API', 'OM'],
    ['openFDA', 'OF'],
    ['Frankfurter', 'Fr'],
    ['OSV', 'OS'],
    ['The Met Collection API', 'MC'],
    ['API', 'AP'],
    ['気象庁', '気象'],
    ['—', '?'],
  ])('abbreviates %s to %s', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });
});

describe('getTileColor', () => {
  test('returns the same color for the same host, and each color for some host', () => {
    expect(getTileColor('api.open-meteo.com')).toBe(getTileColor('api.open-meteo.com'));
    const colors = new Set(Array.from({ length: 200 }, (_, at) => getTileColor(`api-${at}.example`)));
    expect(colors.size).toBe(TILE_COLORS.length);
  });
});
