import type { ListingRecord } from '#listing/listing-record.ts';

/** An endpoint with the recommended members of the format, which its types do not have. */
export interface RecordEndpoint {
  readonly path: string;
  readonly method: string;
  readonly description: string;
  readonly response_description: string;
  readonly parameters: readonly RecordParameter[];
  readonly request_content_type?: string;
  /** `whole`: one parameter is the entire body. */
  readonly request_body?: string;
  readonly request_example?: unknown;
}

export interface RecordParameter {
  readonly name: string;
  readonly in?: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
}

/** Returns the endpoints of a record with their recommended members. */
export function endpointsOf({ manifest }: ListingRecord): readonly RecordEndpoint[] {
  return manifest.endpoints as readonly RecordEndpoint[];
}

/** Returns the phrases of `use_cases`. */
export function useCasesOf({ manifest }: ListingRecord): readonly string[] {
  const { use_cases: phrases } = manifest as { readonly use_cases?: unknown };
  return Array.isArray(phrases) ? phrases.filter(each => typeof each === 'string') : [];
}

/** A text of a record and its location. */
export interface RecordText {
  readonly at: string;
  readonly text: string;
}

/** Returns the sentences that contributors wrote: descriptions, notes, instructions, and use cases. */
export function textsOf(record: ListingRecord): readonly RecordText[] {
  const { description, agent_notes, authentication } = record.manifest;
  return [
    { at: 'description', text: description },
    { at: 'agent_notes', text: agent_notes },
    { at: 'authentication.instructions', text: authentication.instructions ?? '' },
    ...useCasesOf(record).map((text, at) => ({ at: `use_cases/${at}`, text })),
    ...endpointsOf(record).flatMap(({ method, path, description, response_description, parameters }) => [
      { at: `${method} ${path}`, text: description },
      { at: `${method} ${path} response`, text: response_description },
      ...parameters.map(each => ({ at: `${method} ${path} ${each.name}`, text: each.description })),
    ]),
  ];
}
