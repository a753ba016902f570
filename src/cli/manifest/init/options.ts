import { withTodo } from '#draft/openapi/todo.ts';
import type { Endpoint, Manifest03 } from '#manifest/manifest.ts';
import { isTerm, values } from '#manifest/taxonomy.ts';
import type { Option } from '../../command.ts';
import type { Input } from '../../input.ts';
import { findFieldError } from './field-error.ts';

/** What a person may say of an API in options. */
export const MANIFEST_OPTIONS: Readonly<Record<string, Option>> = {
  name: { value: 'TEXT', help: 'the name of the API, 3 to 100 characters' },
  'api-version': { value: 'VERSION', help: "the API's own semantic version, e.g. 1.4.0" },
  description: { value: 'TEXT', help: 'what it does, for agents, 100 characters or more' },
  category: { value: 'NAME', help: 'what it is about', several: true, choices: values('categories') },
  'primary-category': { value: 'NAME', help: 'what kind of source it is', choices: values('primary_categories') },
  endpoint: {
    value: 'TEXT',
    help: 'method, path and description, as in "GET /v1/tides Tides of a day"',
    several: true,
  },
  pricing: { value: 'MODEL', help: 'how use is priced', choices: values('pricing_models') },
  auth: { value: 'TYPE', help: 'the kind of credentials needed', choices: values('auth_types') },
  'auth-instructions': { value: 'TEXT', help: 'how to get credentials, and where to put them' },
  'agent-notes': { value: 'TEXT', help: 'what an agent has to know to use it well, 150 characters or more' },
  contact: { value: 'TEXT', help: 'an email address, an address on the web, or another text' },
  homepage: { value: 'URL', help: 'the address of its home page' },
  documentation: { value: 'URL', help: 'the address of its documentation' },
};

/** The members of a manifest that options give, or what is wrong with one of them. */
export function membersIn(input: Input): Partial<Manifest03> | { readonly refusal: string } {
  const texts = TEXTS.flatMap(([option, member]): [string, keyof Manifest03, unknown][] => {
    const value = input.value(option);
    return value === undefined ? [] : [[option, member, value]];
  });
  const lists = [
    ...listed('category', 'categories', [...new Set(input.values('category'))]),
    ...listed('endpoint', 'endpoints', input.values('endpoint').map(endpointFrom)),
  ];
  const pricing = input.value('pricing');
  const members = [
    ...texts,
    ...lists,
    ...(pricing === undefined ? [] : [['pricing', 'pricing', { model: pricing }] as const]),
    ...authentication(input),
  ] as const;
  for (const [option, member, value] of members) {
    const fault = findFieldError(member, value);
    if (fault !== undefined) return { refusal: `--${option}: ${fault}` };
  }
  return Object.fromEntries(members.map(([, member, value]) => [member, value]));
}

const TEXTS = [
  ['name', 'name'],
  ['api-version', 'version'],
  ['description', 'description'],
  ['primary-category', 'primary_category'],
  ['agent-notes', 'agent_notes'],
  ['contact', 'contact'],
  ['homepage', 'homepage'],
  ['documentation', 'documentation'],
] as const;

function listed(
  option: string,
  member: keyof Manifest03,
  list: readonly unknown[],
): [string, keyof Manifest03, unknown][] {
  return list.length === 0 ? [] : [[option, member, list]];
}

function authentication(input: Input): [string, keyof Manifest03, unknown][] {
  const type = input.value('auth');
  const instructions = input.value('auth-instructions');
  if (type === undefined && instructions === undefined) return [];
  const value = { required: type !== 'none', type: type ?? null, ...(instructions !== undefined && { instructions }) };
  return [['auth', 'authentication', value]];
}

/** What is no method and path is left for the validator to refuse. */
function endpointFrom(text: string): Endpoint | string {
  const [, word = '', path = '', said = ''] = /^(\S+)\s+(\S+)\s*(.*)$/s.exec(text.trim()) ?? [];
  const method = word.toUpperCase();
  if (!isTerm('http_methods', method)) return text;
  const call = `${method} ${path}`;
  return {
    path,
    method,
    description: said === '' ? withTodo(`when and why to use ${call}.`, 20) : said,
    parameters: [],
    response_description: withTodo(`what ${call} answers with.`, 20),
  };
}
