import taxonomy from '#registry/taxonomy.json' with { type: 'json' };

/** The name of a closed vocabulary of the format, such as `categories`. */
export type Vocabulary = keyof typeof taxonomy;

/** A value of a vocabulary. `Term<'categories'>` is `'food-science' | 'materials' | …`. */
export type Term<V extends Vocabulary> = keyof (typeof taxonomy)[V]['values'] & string;

interface Description {
  readonly title: string;
  readonly description: string;
  readonly values: Readonly<Record<string, { readonly title?: string; readonly meaning: string }>>;
}

/** The names of all vocabularies, in the order of the specification. */
export const vocabularies = Object.keys(taxonomy) as readonly Vocabulary[];

/** Returns the values of a vocabulary, in the order of the specification. */
export function values<V extends Vocabulary>(vocabulary: V): readonly Term<V>[] {
  return Object.keys(taxonomy[vocabulary].values) as Term<V>[];
}

/** Returns whether a value belongs to a vocabulary. Case-sensitive. */
export function isTerm<V extends Vocabulary>(vocabulary: V, value: unknown): value is Term<V> {
  return typeof value === 'string' && Object.hasOwn(taxonomy[vocabulary].values, value);
}

/** Returns the title and the description of a vocabulary. */
export function about(vocabulary: Vocabulary): { readonly title: string; readonly description: string } {
  const { title, description } = taxonomy[vocabulary];
  return { title, description };
}

/** Returns the meaning of a value in one or more sentences. */
export function meaning<V extends Vocabulary>(vocabulary: V, value: Term<V>): string {
  return entry(vocabulary, value).meaning;
}

/** Returns the title of a value, or the value itself if it has no title. */
export function title<V extends Vocabulary>(vocabulary: V, value: Term<V>): string {
  return entry(vocabulary, value).title ?? value;
}

function entry(vocabulary: Vocabulary, value: string) {
  const { values }: Description = taxonomy[vocabulary];
  const found = Object.hasOwn(values, value) ? values[value] : undefined;
  if (found === undefined) throw new Error(`The vocabulary "${vocabulary}" has no value "${value}".`);
  return found;
}
