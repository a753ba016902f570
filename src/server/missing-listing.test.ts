import { expect, test } from 'vitest';
import { describeMissingListing } from './self-listing.ts';

test('a server whose records GitHub stores says that its workflow has not listed it yet', () => {
  const has = (listed: string) => (id: string) => id === listed;
  const url = 'https://registry.example';
  expect(describeMissingListing(url, has('other.example'))).toEqual([
    expect.stringMatching(
      /does not list itself at https:\/\/registry\.example yet.*workflow Revalidation.*SELF_LISTING=off/,
    ),
  ]);
  expect(describeMissingListing(url, has('registry.example'))).toEqual([]);
  // A workflow cannot reach a URL on this machine, so there is nothing to wait for.
  expect(describeMissingListing('http://127.0.0.1:4321', has('other.example'))).toEqual([]);
});
