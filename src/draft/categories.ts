import type { Term } from '#manifest/taxonomy.ts';

type Category = Term<'categories'>;

/** Our categories by those of APIs.guru (`x-apisguru-categories`). Those without an entry are too general. */
const BY_APIS_GURU: Readonly<Record<string, Category>> = {
  analytics: 'computing',
  backend: 'computing',
  cloud: 'computing',
  customer_relation: 'commerce',
  developer_tools: 'computing',
  ecommerce: 'commerce',
  education: 'education',
  email: 'computing',
  entertainment: 'media',
  financial: 'finance',
  hosting: 'computing',
  iot: 'engineering',
  location: 'geography',
  machine_learning: 'computing',
  marketing: 'commerce',
  media: 'media',
  messaging: 'computing',
  monitoring: 'computing',
  payment: 'finance',
  search: 'computing',
  security: 'computing',
  social: 'media',
  storage: 'computing',
  telecom: 'computing',
  text: 'language',
  transport: 'logistics',
};

/** Converts categories of APIs.guru, at most three; `other` if none has a counterpart. */
export function convertCategories(names: readonly unknown[]): readonly Category[] {
  const found = names.flatMap(name => (typeof name === 'string' ? (BY_APIS_GURU[name] ?? []) : []));
  const distinct = [...new Set(found)].slice(0, 3);
  return distinct.length > 0 ? distinct : ['other'];
}
