import { success } from '#manifest/result.ts';
import { meaning, type Vocabulary, values } from '#manifest/taxonomy.ts';
import { count, listOf, objectOf, text } from './output-schema.ts';
import { defineTool, READS_REGISTRY } from './tool.ts';

const category = objectOf({
  name: text('The value for search_listings.'),
  meaning: text(),
  count: count('The number of listings.'),
});

export const listCategories = defineTool({
  name: 'list_categories',
  title: 'List the categories',
  description:
    'Lists the values of category and primary_category in search_listings, with their meanings and numbers of listings.',
  input: { properties: {} },
  output: objectOf({ categories: listOf(category), primary_categories: listOf(category) }),
  annotations: READS_REGISTRY,
  async run(_args, { catalog }) {
    const summary = await (await catalog()).summary;
    const categories = toCategories('categories', summary.categories);
    const primary_categories = toCategories('primary_categories', summary.primary_categories);
    return success({
      text: [
        'Values of category in search_listings:',
        ...categories.map(formatCategory),
        'Values of primary_category in search_listings:',
        ...primary_categories.map(formatCategory),
      ].join('\n'),
      data: { categories, primary_categories },
    });
  },
});

interface Category {
  readonly name: string;
  readonly meaning: string;
  readonly count: number;
}

function toCategories(vocabulary: Vocabulary, counts: Readonly<Record<string, number>>): readonly Category[] {
  return values(vocabulary).map(name => ({ name, meaning: meaning(vocabulary, name), count: counts[name] ?? 0 }));
}

function formatCategory({ name, meaning, count }: Category): string {
  return `${name} (${count}): ${meaning}`;
}
