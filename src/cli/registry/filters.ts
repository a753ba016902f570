import { type Vocabulary, values } from '#manifest/taxonomy.ts';
import type { Option } from '../command.ts';

/** The parameters of `GET /listings` as options: `_` is written as `-`. */
export const FILTERS: Readonly<Record<string, Option>> = {
  category: oneOf('categories', 'only this category'),
  'primary-category': oneOf('primary_categories', 'only this kind of source'),
  'pricing-model': oneOf('pricing_models', 'only this pricing'),
  'payment-model': oneOf('payment_models', 'only this model of the payment contract'),
  'payment-currency': { value: 'CODE', help: 'only this currency of the payment contract, e.g. USD' },
  'settlement-type': oneOf('settlement_types', 'only this settlement'),
  'supports-spend-cap': yesOrNo('whether a spend cap is supported'),
  'free-only': { help: 'only what is free' },
  'auth-required': yesOrNo('false: only APIs that need no credentials'),
  'maintained-by': oneOf('maintainers', 'only this kind of maintainer'),
  badges: { value: 'A,B', help: `only with all of these badges: ${values('badges').join(', ')}` },
  source: oneOf('sources', 'who wrote the manifest'),
  status: { value: 'A,B', help: `states; ${values('statuses').join(', ')}` },
  'updated-since': { value: 'TIME', help: 'only what changed since, e.g. 2026-11-21T00:00:00Z' },
  sort: { value: 'KEY', help: 'the sort key', choices: ['name', 'created_at', 'verified_at'] },
  order: { value: 'WAY', help: 'the direction', choices: ['asc', 'desc'] },
  limit: { value: 'N', help: 'how many, 1 to 500; 10 unless said otherwise' },
  offset: { value: 'N', help: 'how many to pass over' },
};

function oneOf(vocabulary: Vocabulary, help: string): Option {
  return { value: 'NAME', help, choices: values(vocabulary) };
}

function yesOrNo(help: string): Option {
  return { value: 'BOOL', help, choices: ['true', 'false'] };
}
