/** The HTTP surfaces of a running registry, from its OpenAPI description and sitemap, so that new surfaces are included. */

interface Operation {
  readonly parameters?: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly schema?: { readonly enum?: readonly unknown[]; readonly example?: unknown };
}

type Paths = Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>;

/** The paths of the OpenAPI description. */
export async function describedPaths(address: string): Promise<Paths> {
  return (await (await fetch(`${address}/openapi.json`)).json()).paths;
}

/**
 * Returns all readable URLs: each operation of the description for each listing, and each page of the sitemap with its
 * Markdown version.
 *
 * @param ids the ids of the listings
 * @param files the files of the export
 * @throws Error for an unknown path parameter without an example; add it here
 */
export async function readableUrls(
  address: string,
  ids: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const paths = await describedPaths(address);
  const described = Object.entries(paths).flatMap(([path, { get }]) => (get ? pathsOf(path, get, ids, files) : []));
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
  const pages = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname);
  const markdown = pages.map(page => `${page}index.md`);
  return [...new Set([...described, ...pages, ...markdown])].map(path => address + path);
}

function pathsOf(
  path: string,
  { parameters = [] }: Operation,
  ids: readonly string[],
  files: readonly string[],
): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).reduce(
    (found, name) => {
      const values = valuesOf(name, path, parameters, ids, files);
      return found.flatMap(each => values.map(value => each.replace(`{${name}}`, encodeURIComponent(value))));
    },
    [path],
  );
}

function valuesOf(
  name: string,
  path: string,
  parameters: readonly Parameter[],
  ids: readonly string[],
  files: readonly string[],
): readonly string[] {
  // The id of a submission. The operations that return reports cover its content.
  if (path === '/listings/submit/{submission_id}/status') return ['none'];
  if (name === 'id') return ids;
  if (path === '/export/{file}') return files;
  const parameter = parameters.find(each => each.name === name && each.in === 'path');
  const values = parameter?.schema?.enum ?? [parameter?.example ?? parameter?.schema?.example];
  if (values.includes(undefined)) throw new Error(`No value is known for {${name}} of ${path}. Add one to valuesOf.`);
  return values.map(String);
}
