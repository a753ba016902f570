import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMANDS } from '#cli/commands.ts';
import { addressesFrom } from '#edge/config.ts';
import { openapi } from '#edge/openapi/openapi.ts';
import { SETTINGS } from '#edge/settings.ts';
import { TOOLS } from '#mcp/tools/all-tools.ts';

/** The public names of the registry by kind. Other people's programs and bookmarks depend on them. */
export type PublicSurface = Readonly<Record<string, readonly string[]>>;

/** Collects all public names, sorted. */
export async function readPublicSurface(root: string): Promise<PublicSurface> {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const description = JSON.parse(openapi(addressesFrom({}, 'https://registry.example')));
  const surface = {
    'HTTP operations': Object.entries(description.paths as Record<string, object>).flatMap(([url, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${url}`),
    ),
    'query parameters': Object.entries(description.paths as Record<string, Operations>).flatMap(([url, methods]) =>
      Object.values(methods).flatMap(({ parameters = [] }) => parameters.map(({ name }) => `${url} ${name}`)),
    ),
    'JSON members': Object.entries(description.components.schemas as Record<string, Schema>).flatMap(([name, schema]) =>
      listMembers(name, schema),
    ),
    pages: await listPages(root),
    settings: Object.keys(SETTINGS),
    'MCP tools': TOOLS.flatMap(({ name, input }) => [
      name,
      ...Object.keys(input.properties).map(each => `${name} ${each}`),
      ...(input.required ?? []).map(each => `${name} requires ${each}`),
    ]),
    'CLI commands': COMMANDS.flatMap(({ name, options }) => [
      name,
      ...Object.keys(options).map(option => `${name} --${option}`),
    ]),
    'npm scripts': Object.keys(scripts),
  };
  return Object.fromEntries(Object.entries(surface).map(([kind, names]) => [kind, [...new Set(names)].sort()]));
}

type Operations = Readonly<Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The members of a schema as `Name.member.member`; items of lists are written `[]`. */
function listMembers(name: string, { properties = {}, items, $defs = {} }: Schema): string[] {
  return [
    ...Object.entries(properties).flatMap(([member, schema]) => [
      `${name}.${member}`,
      ...listMembers(`${name}.${member}`, schema),
    ]),
    ...(items ? listMembers(`${name}[]`, items) : []),
    ...Object.entries($defs).flatMap(([member, schema]) => listMembers(`${name}#${member}`, schema)),
  ];
}

/** The URL paths of the site's pages, with their parameters in brackets. */
async function listPages(root: string): Promise<string[]> {
  const pages: string[] = [];
  for await (const file of glob('**/*.{astro,ts}', { cwd: path.join(root, 'src/site/pages') }))
    pages.push(`/${file.replace(/(?:\/?index)?\.(?:astro|ts)$/, '')}`);
  return pages;
}
