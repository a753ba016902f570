import { type ListingRecord, recordFindings, recordPath } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { convertCategories } from './categories.ts';
import { completeManifest } from './complete-manifest.ts';
import { listIn, objectIn } from './openapi/document/node.ts';
import { createDraft } from './openapi/draft.ts';
import type { OpenapiDocument } from './openapi/openapi-document.ts';
import { toWebUrl } from './openapi/texts/url.ts';

export interface DraftRecordOptions {
  readonly now: Date;
  /** The repository of the document, for `source.openapi`. Without it, the record has no basis. */
  readonly openapi?: { readonly repository: string; readonly path: string; readonly commit?: string };
}

/** A record to review, with the assumptions and omissions of its draft in sentences. */
export interface DraftRecord {
  readonly record: ListingRecord;
  readonly notes: readonly string[];
}

/**
 * Creates a documentation record from an OpenAPI document. Texts that the document does not have start with TODO, so that
 * a reviewer finds them, and the registry check rejects the record until they are written.
 * @returns the reason if the document describes no public API
 */
export function createDraftRecord(
  document: OpenapiDocument,
  { now, openapi }: DraftRecordOptions,
): Result<DraftRecord, string> {
  const draft = createDraft(document);
  if (draft.origin === undefined) return failure('It declares no server with a host.');
  const origin = parseOrigin(draft.origin);
  if (!origin.ok) return failure(`Its server is not an origin: ${origin.error}`);
  const { id, url } = origin.value;
  const { host } = origin.value;
  if (!/\.[a-z][a-z0-9-]*$/.test(host)) return failure(`Its server ${host} is not a public host.`);
  if ((draft.known.endpoints ?? []).length === 0) return failure('It describes no operation that the format supports.');
  const info = objectIn(document.tree.info);
  const manifest = {
    ...completeManifest(draft, now),
    categories: convertCategories(listIn(info['x-apisguru-categories'])),
    primary_category: 'reference',
  };
  const at = instant(now.getTime());
  const record = {
    id,
    url,
    source: {
      type: 'documentation',
      documentation_url: findDocumentationUrl(document, url),
      ...(openapi && { basis: 'openapi', openapi }),
    },
    created_at: at,
    updated_at: at,
    manifest,
  };
  const [problem] = recordFindings(recordPath(id), record);
  if (problem) return failure(`${problem.pointer}: ${problem.message}`);
  const notes = url.startsWith('http:') ? [`The server ${host} uses http.`, ...draft.notes] : draft.notes;
  return success({ record: record as unknown as ListingRecord, notes });
}

/** Returns the documentation that the document names, otherwise the origin. */
function findDocumentationUrl({ tree }: OpenapiDocument, origin: string): string {
  const info = objectIn(tree.info);
  const named = [
    objectIn(tree.externalDocs).url,
    objectIn(info.contact).url,
    ...listIn(info['x-origin']).map(each => objectIn(each).url),
  ];
  return named.map(each => toWebUrl(each, undefined)).find(each => each !== undefined) ?? origin;
}
