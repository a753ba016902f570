import type { CategoryGuidance } from '#contract/guidance.ts';
import { meaning, values } from '#manifest/taxonomy.ts';
import { metaOf } from '../http/envelope.ts';
import { AI_AGENT_NOTICE } from '../routes/root-document.ts';

/** A guidance document (specification, section 2.5) as JSON text. */
export function guidanceDocument(endpointDescription: string, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ meta: { ...metaOf(endpointDescription), ai_agent_notice: AI_AGENT_NOTICE }, data });
}

/** The members on categories that every guidance document has. */
export const CATEGORY_GUIDANCE: CategoryGuidance = {
  available_categories: values('categories'),
  primary_categories: Object.fromEntries(
    values('primary_categories').map(name => [name, meaning('primary_categories', name)]),
  ),
};
