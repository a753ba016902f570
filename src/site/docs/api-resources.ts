import type { OpenApi } from '../data/reference.ts';
import { type ApiOperation, operationsOf } from './api-operations.ts';
import type { ChapterPath } from './chapters.ts';

/** A group of endpoints in the API reference: one tag of the OpenAPI description. */
export interface ApiResource {
  /** The last segment of its path, such as `listings`. */
  readonly id: string;
  readonly path: ChapterPath;
  readonly title: string;
  readonly text: string;
  readonly operations: readonly ApiOperation[];
}

/**
 * Groups the endpoints of an OpenAPI description by their tags, the most used resource first.
 * @param registryUrl the base URL of example requests
 */
export function listResources(document: OpenApi, registryUrl: string): readonly ApiResource[] {
  const operations = operationsOf(document, registryUrl);
  return RESOURCES.flatMap(title => {
    const tag = document.tags.find(({ name }) => name === title);
    const id = title.toLowerCase() as Lowercase<typeof title>;
    const own = operations.filter(operation => operation.tag === title);
    return tag && own.length > 0
      ? [{ id, path: `/docs/api/${id}/` as const, title, text: tag.description, operations: own }]
      : [];
  });
}

/** The tags, in reading order. Each has a page in `registry/documentation.json`. */
const RESOURCES = ['Listings', 'Categories', 'Submissions', 'Validation', 'Export', 'Documents'] as const;
