import type { Row } from '#contract/row.ts';
import type { Manifest } from '#manifest/manifest.ts';
import taxonomy from '#registry/taxonomy.json' with { type: 'json' };

/** The texts of a manifest that the search reads besides those of its row. */
export interface ManifestText {
  readonly useCases: string;
  readonly endpoints: string;
  readonly parameters: string;
  readonly notes: string;
}

/** All texts of a listing that the search reads, by field. */
export interface SearchText extends ManifestText {
  readonly name: string;
  readonly description: string;
  /** The titles and meanings of its categories. */
  readonly categories: string;
  readonly host: string;
}

/** The names of the fields. */
export type SearchField = keyof SearchText;

/** The longest text of a field in characters, so that a listing with 1,000 endpoints does not slow down the rest. */
const MAX_FIELD_LENGTH = 4_000;

/** Returns the texts of a manifest. Members that the format does not define are untrusted: use cases may have any type. */
export function readManifestText(manifest: Manifest): ManifestText {
  const { use_cases: useCases } = manifest as { readonly use_cases?: unknown };
  const endpoints = manifest.endpoints.map(({ path, description }) => `${description ?? ''} ${path}`);
  const parameters = manifest.endpoints.flatMap(each => (each.parameters ?? []).map(({ name }) => name));
  return {
    useCases: cut(Array.isArray(useCases) ? useCases.filter(each => typeof each === 'string').join('. ') : ''),
    endpoints: cut(endpoints.join('. ')),
    parameters: cut([...new Set(parameters)].join(' ')),
    notes: cut(manifest.agent_notes ?? ''),
  };
}

/** Returns all texts of a listing. */
export function readSearchText(
  { id, name, description, categories }: Row,
  text: ManifestText = { useCases: '', endpoints: '', parameters: '', notes: '' },
): SearchText {
  const terms: Readonly<Record<string, { readonly title: string; readonly meaning: string }>> =
    taxonomy.categories.values;
  const meanings = categories.map(each => `${terms[each]?.title ?? each}: ${terms[each]?.meaning ?? ''}`);
  return { ...text, name, description, categories: meanings.join(' '), host: id };
}

function cut(text: string): string {
  return text.slice(0, MAX_FIELD_LENGTH);
}
