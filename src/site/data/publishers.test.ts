import { expect, test } from 'vitest';
import type { Card } from './cards/card.ts';
import { groupByPublisher } from './publishers.ts';

const IDS =
  'a.tides.example b.tides.example tides.example tides.co.uk ferries.co.uk a.github.io b.github.io 10.0.0.1 10.1.0.1 localhost_1 localhost_2 maps.harbor.co.uk harbor.co.uk_8443'.split(
    ' ',
  );
test('groups the listings of one registrable domain, in their order', () => {
  const listed = IDS.map(id => ({ id }) as Card);
  expect(groupByPublisher(listed).map(({ domain, cards }) => [domain, cards.map(({ id }) => id)])).toEqual([
    ['tides.example', ['a.tides.example', 'b.tides.example', 'tides.example']],
    ['harbor.co.uk', ['maps.harbor.co.uk', 'harbor.co.uk_8443']],
    ['localhost', ['localhost_1', 'localhost_2']],
  ]);
});
