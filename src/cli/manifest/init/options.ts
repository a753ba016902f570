import { isTodo, withTodo } from '#draft/openapi/todo.ts';
import type { Endpoint, Manifest03 } from '#manifest/manifest.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { isTerm, values } from '#manifest/taxonomy.ts';
import { printable } from '#manifest/text/excerpt.ts';
import type { Option } from '../../command.ts';
import type { Input } from '../../input.ts';
import { findFieldError } from './field-error.ts';

/** The options for members of the manifest. */
export const MANIFEST_OPTIONS: Readonly<Record<string, Option>> = {
  name: { value: 'TEXT', help: 'the name of the API, 3 to 100 characters' },
  'api-version': { value: 'VERSION', help: 'the semantic version of the API, such as 1.4.0' },
  description: { value: 'TEXT', help: 'the description for agents, at least 100 characters' },
  category: { value: 'NAME', help: 'a category', repeatable: true, choices: values('categories') },
  'primary-category': { value: 'NAME', help: 'the primary category', choices: values('primary_categories') },
  endpoint: {
    value: 'TEXT',
    help: 'method, path, and description, as in "GET /v1/tides Tides of a day"',
    repeatable: true,
  },
  pricing: { value: 'MODEL', help: 'the pricing model', choices: values('pricing_models') },
  auth: { value: 'TYPE', help: 'the type of authentication', choices: values('auth_types') },
  'auth-instructions': { value: 'TEXT', help: 'how to get credentials and how to send them' },
  'agent-notes': { value: 'TEXT', help: 'notes for agents that use the API, at least 150 characters' },
  contact: { value: 'TEXT', help: 'an email address, a URL, or other text' },
  homepage: { value: 'URL', help: 'the URL of the home page' },
  documentation: { value: 'URL', help: 'the URL of the documentation' },
};

/** Reads the members of the manifest from the options. The error names the option and the fix. */
export function readMembers(input: Input): Result<Partial<Manifest03>, string> {
  const texts = TEXT_OPTIONS.flatMap(([option, member]): OptionMember[] => {
    const value = input.value(option);
    return value === undefined ? [] : [[option, member, value]];
  });
  const endpoints = input.values('endpoint').map(parseEndpoint);
  const invalid = endpoints.find(each => typeof each === 'string');
  if (invalid !== undefined)
    return failure(
      `Invalid value for --endpoint: "${printable(invalid)}". Use a method (${values('http_methods').join(', ')}), a path, and a description, such as "GET /v1/tides Tides of a day".`,
    );
  const pricing = input.value('pricing');
  const members: readonly OptionMember[] = [
    ...texts,
    ...toListMember('category', 'categories', [...new Set(input.values('category'))]),
    ...toListMember('endpoint', 'endpoints', endpoints),
    ...(pricing === undefined ? [] : [['pricing', 'pricing', { model: pricing }] as const]),
    ...readAuthentication(input),
  ];
  for (const [option, member, value] of members) {
    const error = findFieldError(member, value);
    if (error !== undefined) return failure(`--${option}: ${error}`);
  }
  return success(Object.fromEntries(members.map(([, member, value]) => [member, value])));
}

/**
 * Adds the members from the options to those of a document. Options for the credentials keep what the document declares about
 * the same type of credentials, such as the name of the header.
 */
export function mergeMembers(known: Partial<Manifest03>, given: Partial<Manifest03>): Partial<Manifest03> {
  const [declared, chosen] = [known.authentication, given.authentication];
  const isSameType = declared?.type !== 'none' && (chosen?.type === null || chosen?.type === declared?.type);
  if (!declared?.type || !chosen || !isSameType) return { ...known, ...given };
  const { instructions, ...rest } = declared;
  const isOpen = isTodo(instructions);
  const authentication = {
    ...rest,
    // Without a type, the options only describe the credentials.
    required: chosen.type === null && !isOpen ? declared.required : chosen.required,
    ...(!isOpen && { instructions }),
    ...(chosen.instructions !== undefined && { instructions: chosen.instructions }),
  };
  return { ...known, ...given, authentication };
}

type OptionMember = readonly [option: string, member: keyof Manifest03, value: unknown];

const TEXT_OPTIONS = [
  ['name', 'name'],
  ['api-version', 'version'],
  ['description', 'description'],
  ['primary-category', 'primary_category'],
  ['agent-notes', 'agent_notes'],
  ['contact', 'contact'],
  ['homepage', 'homepage'],
  ['documentation', 'documentation'],
] as const;

function toListMember(option: string, member: keyof Manifest03, list: readonly unknown[]): OptionMember[] {
  return list.length === 0 ? [] : [[option, member, list]];
}

function readAuthentication(input: Input): OptionMember[] {
  const type = input.value('auth');
  const instructions = input.value('auth-instructions');
  if (type === undefined && instructions === undefined) return [];
  const value = { required: type !== 'none', type: type ?? null, ...(instructions !== undefined && { instructions }) };
  return [['auth', 'authentication', value]];
}

/** Parses method, path, and description. Returns other text unchanged. */
function parseEndpoint(text: string): Endpoint | string {
  const [, word = '', path = '', description = ''] = /^(\S+)\s+(\S+)\s*(.*)$/s.exec(text.trim()) ?? [];
  const method = word.toUpperCase();
  if (!isTerm('http_methods', method)) return text;
  const call = `${method} ${path}`;
  return {
    path,
    method,
    description: description === '' ? withTodo(`when and why to use ${call}.`, 20) : description,
    parameters: [],
    response_description: withTodo(`what ${call} returns.`, 20),
  };
}
