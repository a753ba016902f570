import { type Vocabulary, values } from '#manifest/taxonomy.ts';
import type { Option } from '../command.ts';

/** The parameters of `GET /listings` as options, with `-` instead of `_`. */
export const FILTERS: Readonly<Record<string, Option>> = {
  category: oneOf('categories', 'the category'),
  'primary-category': oneOf('primary_categories', 'the primary category'),
  'pricing-model': oneOf('pricing_models', 'the pricing model'),
  'payment-model': oneOf('payment_models', 'the model of the payment contract'),
  'payment-currency': { value: 'CODE', help: 'the currency of the payment contract, such as USD' },
  'settlement-type': oneOf('settlement_types', 'the settlement type'),
  'supports-spend-cap': trueOrFalse('whether a spend cap is supported'),
  'free-only': { help: 'only free APIs' },
  'auth-required': trueOrFalse('false: only APIs that need no credentials'),
  'maintained-by': oneOf('maintainers', 'the kind of maintainer'),
  badges: { value: 'A,B', help: `only listings with all of these badges: ${values('badges').join(', ')}` },
  source: oneOf('sources', 'the author of the manifest'),
  status: { value: 'A,B', help: `any of these statuses: ${values('statuses').join(', ')}` },
  'updated-since': { value: 'TIME', help: 'only listings updated since, such as 2026-11-21T00:00:00Z' },
  sort: { value: 'KEY', help: 'the sort key', choices: ['name', 'created_at', 'verified_at'] },
  order: { value: 'ORDER', help: 'the sort order', choices: ['asc', 'desc'] },
  limit: { value: 'N', help: 'maximum number of results, 1 to 500 (default: 10)' },
  offset: { value: 'N', help: 'number of results to skip' },
};

function oneOf(vocabulary: Vocabulary, help: string): Option {
  return { value: 'NAME', help, choices: values(vocabulary) };
}

function trueOrFalse(help: string): Option {
  return { value: 'BOOL', help, choices: ['true', 'false'] };
}
