import { meaning, type Vocabulary, values } from '#manifest/taxonomy.ts';
import { count, listOf, objectOf, text } from './output-schema.ts';
import { READS_REGISTRY, tool } from './tool.ts';

const category = objectOf({
  name: text('What search_listings takes.'),
  meaning: text(),
  count: count('How many listings it finds.'),
});

export const listCategories = tool({
  name: 'list_categories',
  title: 'List the categories',
  description:
    'Lists the subjects (category) and the kinds of API (primary_category) that search_listings filters by, each with its meaning and the number of its listings.',
  input: { properties: {} },
  output: objectOf({ categories: listOf(category), primary_categories: listOf(category) }),
  annotations: READS_REGISTRY,
  async run(_given, { catalog }) {
    const summary = await (await catalog()).summary;
    const categories = counted('categories', summary.categories);
    const primary_categories = counted('primary_categories', summary.primary_categories);
    return {
      text: [
        'category, for search_listings:',
        ...categories.map(lineOf),
        'primary_category, for search_listings:',
        ...primary_categories.map(lineOf),
      ].join('\n'),
      data: { categories, primary_categories },
    };
  },
});

interface Counted {
  readonly name: string;
  readonly meaning: string;
  readonly count: number;
}

function counted<V extends Vocabulary>(vocabulary: V, counts: Readonly<Record<string, number>>): readonly Counted[] {
  return values(vocabulary).map(name => ({ name, meaning: meaning(vocabulary, name), count: counts[name] ?? 0 }));
}

function lineOf({ name, meaning, count }: Counted): string {
  return `${name} (${count}): ${meaning}`;
}
