import { expect, test } from 'vitest';
import { getSection } from './section.ts';

test.each([
  ['/', '/'],
  ['/docs/', '/docs/'],
  ['/docs/manifest/', '/docs/…'],
  ['/apis/api.example.com/endpoints/2/', '/apis/…'],
  ['/404', '/404'],
])('returns the section of %s', (path, section) => {
  expect(getSection(path)).toBe(section);
});
