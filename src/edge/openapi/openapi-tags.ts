/** A group of operations in generated documentation and clients. */
interface Tag {
  readonly name: string;
  readonly description: string;
  /** The prefixes of its paths. */
  readonly prefixes: readonly string[];
}

/** The first tag with a matching prefix applies. The last one has the prefix of all paths. */
const TAGS: readonly Tag[] = [
  {
    name: 'Submissions',
    description: 'Submit an API, and poll the result of its checks.',
    prefixes: ['/listings/submit'],
  },
  {
    name: 'Listings',
    description: 'Search listings, and read them with their manifests, histories, and changes.',
    prefixes: ['/listings', '/facets', '/apis/', '/feed.'],
  },
  {
    name: 'Categories',
    description: 'Categories and curated collections of listings.',
    prefixes: ['/categories', '/collections', '/api-catalogs/'],
  },
  {
    name: 'Validation',
    description: 'Check a manifest or a running API before you submit it.',
    prefixes: ['/validate', '/validator'],
  },
  {
    name: 'Export',
    description: 'The whole registry in a few files, signed if the operator set a key.',
    prefixes: ['/export/'],
  },
  {
    name: 'Documents',
    description: 'Descriptions of the registry for agents, crawlers, and monitors.',
    prefixes: ['/'],
  },
];

/** Returns the tags of the description, in the order of documentation. */
export function listTags(): readonly Pick<Tag, 'name' | 'description'>[] {
  return TAGS.map(({ name, description }) => ({ name, description }));
}

/** Returns the name of the tag of a path. */
export function getTag(path: string): string {
  const tag = TAGS.find(({ prefixes }) => prefixes.some(prefix => path.startsWith(prefix)));
  if (tag === undefined) throw new Error(`No tag for ${path}.`);
  return tag.name;
}
