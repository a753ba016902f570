import type { Report } from '#contract/report.ts';
import { getMember, isObject } from '#manifest/json-object.ts';
import { countMembers } from '#manifest/json-text/members.ts';
import { MAX_KEYS, MAX_MANIFEST_DEPTH, parseJsonText } from '#manifest/json-text.ts';
import { type Failure, failure, type Result, success } from '#manifest/result.ts';
import { LARGE_TEXT_BYTES } from '#manifest/text/manifest-text.ts';
import type { McpManifestInput, ParsedMessage } from './context.ts';
import type { ProtocolError } from './protocol-error.ts';

/** A manifest is nested three levels deep in a message. */
const MAX_DEPTH = MAX_MANIFEST_DEPTH + 3;

/** A message has a few keys around a manifest. */
const MAX_MESSAGE_KEYS = MAX_KEYS + 100;

/** Each message of a batch can send network requests. Rate limits apply to requests, so a batch must be small. */
const MAX_BATCH_SIZE = 16;

/** The maximum number of members around the arguments of a tool: the SDK takes 5 microseconds for one of a capability. */
const MAX_ENVELOPE_MEMBERS = 2000;

/** Parses the JSON text of a message or a batch. */
export function parseMessage(bytes: Uint8Array): Result<object, ProtocolError> {
  const parsed = parseJsonText(bytes, { maxDepth: MAX_DEPTH, maxKeys: MAX_MESSAGE_KEYS });
  if (!parsed.ok) {
    const [first] = parsed.error;
    return failure({ status: 400, code: 'parse', message: `Parse error: ${first?.message} ${first?.hint}` });
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null) return invalidRequest('A message must be a JSON object.');
  if (Array.isArray(value) && value.length > MAX_BATCH_SIZE)
    return invalidRequest(`The batch exceeds the limit of ${MAX_BATCH_SIZE} messages.`);
  if (Array.isArray(value) && hasRepeatedId(value))
    return invalidRequest('Two requests of the batch have the same id. Use a different id for each request.');
  if (bytes.length >= LARGE_TEXT_BYTES && countEnvelopeMembers(value) > MAX_ENVELOPE_MEMBERS)
    return invalidRequest(
      `The message has more than ${MAX_ENVELOPE_MEMBERS.toLocaleString('en')} members besides the arguments of tools.`,
    );
  return success(value);
}

/**
 * Parses a message at once, for another thread: the result is data. Replaces each manifest by a reference to its report,
 * because to receive a hostile manifest takes as long as to validate it.
 */
export function parseMessageAtOnce(bytes: Uint8Array, reportOn: (manifest: McpManifestInput) => Report): ParsedMessage {
  const parsed = parseMessage(bytes);
  if (!parsed.ok) return parsed;
  const reports = new Map<string, Report>();
  for (const message of listMessages(parsed.value)) {
    const call = findValidation(message);
    if (call === undefined) continue;
    const { manifest } = call;
    const reference = crypto.randomUUID();
    reports.set(reference, reportOn(typeof manifest === 'string' ? { text: manifest } : { value: manifest }));
    call.manifest = reference;
  }
  return success({ text: JSON.stringify(parsed.value), reports });
}

/** Returns the arguments of a call of `validate_manifest` with a manifest of a valid type. */
function findValidation(message: unknown): { manifest: unknown } | undefined {
  if (getMember(message, 'method') !== 'tools/call') return undefined;
  if (getMember(getMember(message, 'params'), 'name') !== 'validate_manifest') return undefined;
  const args = findArguments(message);
  const manifest = getMember(args, 'manifest');
  return typeof manifest === 'string' || isObject(manifest) ? (args as { manifest: unknown }) : undefined;
}

function findArguments(message: unknown): unknown {
  return getMember(getMember(message, 'params'), 'arguments');
}

function countEnvelopeMembers(value: object): number {
  return listMessages(value)
    .map(message => countMembers(message, MAX_DEPTH) - countMembers(findArguments(message), MAX_DEPTH))
    .reduce((sum, count) => sum + count, 0);
}

/** The SDK ends the responses to a batch at the first of two with the same id. */
function hasRepeatedId(messages: readonly unknown[]): boolean {
  const requests = messages.filter(message => getMember(message, 'method') !== undefined);
  const ids = requests.map(message => getMember(message, 'id')).filter(id => id !== undefined);
  return new Set(ids).size < ids.length;
}

function listMessages(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function invalidRequest(message: string): Failure<ProtocolError> {
  return failure({ status: 400, code: 'invalid-request', message });
}
