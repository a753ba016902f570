import { expect, test, vi } from 'vitest';
import type { Card } from './cards/card.ts';
import { getPublishers } from './publishers.ts';

const IDS =
  'a.tides.example b.tides.example tides.example tides.co.uk ferries.co.uk a.github.io b.github.io 10.0.0.1 10.1.0.1 localhost_1 localhost_2 maps.harbor.co.uk harbor.co.uk_8443'.split(
    ' ',
  );
vi.mock('./listings.ts', () => ({
  get listed() {
    return IDS.map(id => ({ id }) as Card);
  },
}));

test('groups the listings of one registrable domain, in their order', () => {
  expect(getPublishers().map(({ domain, cards }) => [domain, cards.map(({ id }) => id)])).toEqual([
    ['tides.example', ['a.tides.example', 'b.tides.example', 'tides.example']],
    ['harbor.co.uk', ['maps.harbor.co.uk', 'harbor.co.uk_8443']],
    ['localhost', ['localhost_1', 'localhost_2']],
  ]);
});
