import type { Draft, DraftOptions } from '#draft/openapi/draft.ts';
import { proposeEndpoints } from '#draft/openapi/select-endpoints.ts';
import type { Prompts } from '../../terminal/prompts.ts';

/** Prompts for the operations of a large document to include: the proposed ones, those of some tags, or all. */
export async function promptSelection(
  { operations = [] }: Draft,
  prompts: Prompts,
): Promise<Pick<DraftOptions, 'tags' | 'endpoints'>> {
  const proposed = proposeEndpoints(operations);
  const counts = new Map<string, number>();
  for (const tag of operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const choice = await prompts.choose({
    message: `The document has ${operations.length} operations. Which ones should the manifest describe?`,
    options: [
      {
        value: 'proposed',
        label: `The ${proposed.length} most important endpoints`,
        hint: proposed.slice(0, 3).join(', '),
      },
      ...(counts.size > 1
        ? [{ value: 'tags', label: 'Those of some tags', hint: `${counts.size} tags` } as const]
        : []),
      { value: 'all', label: 'All of them', hint: 'agents choose better from fewer endpoints' },
    ],
    initial: 'proposed',
  });
  if (choice === 'all') return {};
  if (choice === 'proposed') return { endpoints: proposed };
  const tags = await prompts.chooseSeveral({
    message: 'Tags',
    options: [...counts].map(([tag, count]) => ({ value: tag, label: tag, hint: `${count} operations` })),
  });
  return { tags };
}
