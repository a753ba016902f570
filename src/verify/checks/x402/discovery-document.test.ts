import { expect, test } from 'vitest';
import { listPricedResources } from './discovery-document.ts';

const ORIGIN = 'https://api.example.com';
const accepts = [{ scheme: 'exact', network: 'eip155:1', amount: '1000', payTo: '0x0001' }];

test.each([
  ['resources with offers', { resources: [{ resource: `${ORIGIN}/moon`, accepts }] }],
  [
    'items as facilitators list them',
    {
      x402Version: 1,
      items: [{ resource: `${ORIGIN}/moon`, type: 'http', accepts: [{ maxAmountRequired: '1', payTo: '0x1' }] }],
    },
  ],
  ['a resource with a nested URL', { resources: [{ resource: { url: `${ORIGIN}/moon` }, accepts }] }],
  ['endpoints with paths and prices', { endpoints: [{ path: '/moon', price: '$0.001/request' }] }],
  ['a numeric price', { resources: [{ url: `${ORIGIN}/moon`, price: 0.001 }] }],
  [
    'a duplicate resource',
    {
      resources: [
        { url: '/moon', price: 1 },
        { url: '/moon', price: 1 },
      ],
    },
  ],
])('accepts %s as a priced resource', (_, document) => {
  expect(listPricedResources(document, ORIGIN)).toEqual([`${ORIGIN}/moon`]);
});

test.each([
  ['bare URLs', { version: 1, resources: [`${ORIGIN}/moon`] }],
  ['an empty list', { resources: [] }],
  ['no list', {}],
  ['a list instead of an object', [{ resource: `${ORIGIN}/moon`, accepts }]],
  ['nothing', null],
  ['a resource of another origin', { resources: [{ resource: 'https://other.example/moon', accepts }] }],
  ['a URL that leaves the origin', { resources: [{ path: '//other.example/moon', accepts }] }],
  ['no URL', { resources: [{ accepts, price: '1' }] }],
  ['an offer without a payee', { resources: [{ resource: '/moon', accepts: [{ amount: '1' }] }] }],
  ['an offer without an amount', { resources: [{ resource: '/moon', accepts: [{ payTo: '0x1' }] }] }],
  ['no offers', { resources: [{ resource: '/moon', accepts: [] }] }],
  ['a price in words', { resources: [{ resource: '/moon', price: 'ask us' }] }],
  ['a price of zero', { resources: [{ resource: '/moon', price: 0 }] }],
])('finds no priced resource in %s', (_, document) => {
  expect(listPricedResources(document, ORIGIN)).toEqual([]);
});
