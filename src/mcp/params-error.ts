import { getMember, isObject } from '#manifest/json-object.ts';
import { ERROR_CODES } from './protocol-error.ts';

/** The response to a request whose parameters do not match its method. */
export interface ParamsErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/** A member of the parameters, as a path in `params`. */
interface Member {
  readonly path: string;
  readonly type: keyof typeof TYPES;
  readonly isOptional?: boolean;
}

const TYPES = {
  string: { name: 'a string', matches: (value: unknown) => typeof value === 'string' },
  object: { name: 'an object', matches: isObject },
  strings: {
    name: 'an object of strings',
    matches: (value: unknown) => isObject(value) && Object.values(value).every(each => typeof each === 'string'),
  },
} as const;

const CURSOR: readonly Member[] = [{ path: 'cursor', type: 'string', isOptional: true }];

/** The parameters that the server reads, by method. */
const PARAMS: ReadonlyMap<unknown, readonly Member[]> = new Map([
  [
    'initialize',
    [
      { path: 'protocolVersion', type: 'string' },
      { path: 'capabilities', type: 'object' },
      { path: 'clientInfo.name', type: 'string' },
      { path: 'clientInfo.version', type: 'string' },
    ],
  ],
  ['tools/list', CURSOR],
  ['prompts/list', CURSOR],
  ['resources/list', CURSOR],
  ['resources/templates/list', CURSOR],
  [
    'tools/call',
    [
      { path: 'name', type: 'string' },
      { path: 'arguments', type: 'object', isOptional: true },
    ],
  ],
  [
    'prompts/get',
    [
      { path: 'name', type: 'string' },
      { path: 'arguments', type: 'strings', isOptional: true },
    ],
  ],
  ['resources/read', [{ path: 'uri', type: 'string' }]],
]);

/**
 * Returns the response to a request with invalid parameters; undefined for each other message. The SDK responds to most of
 * them with the code of an internal error and the output of its validator, and ignores unknown cursors.
 */
export function findParamsError(message: unknown): ParamsErrorResponse | undefined {
  const id = getMember(message, 'id');
  const params = getMember(message, 'params') ?? {};
  const isRequest = getMember(message, 'jsonrpc') === '2.0' && (typeof id === 'string' || Number.isSafeInteger(id));
  // The SDK rejects other messages.
  if (!isRequest || !isObject(params)) return undefined;
  const method = getMember(message, 'method');
  // The 2026 revision has no handshake, so the SDK responds that the method does not exist.
  if (method === 'initialize' && hasEnvelope(params)) return undefined;
  const text = findError(PARAMS.get(method) ?? [], params);
  if (text === undefined) return undefined;
  const error = { code: ERROR_CODES['invalid-params'], message: `Invalid params: ${text}` };
  return { jsonrpc: '2.0', id: id as string | number, error };
}

/** Whether a request names its revision, as each request of the 2026 revision does. */
function hasEnvelope(params: object): boolean {
  return getMember(getMember(params, '_meta'), 'io.modelcontextprotocol/protocolVersion') !== undefined;
}

function findError(members: readonly Member[], params: object): string | undefined {
  for (const { path, type, isOptional = false } of members) {
    const value = path.split('.').reduce(getMember, params as unknown);
    const { name, matches } = TYPES[type];
    if (value === undefined && isOptional) continue;
    if (value === undefined) return `"${path}" is missing. Add ${name}.`;
    if (!matches(value)) return `"${path}" must be ${name}.${isOptional ? ' If you have none, omit it.' : ''}`;
  }
  // Some clients send an empty cursor for the first page.
  const hasCursor = members === CURSOR && Boolean(getMember(params, 'cursor'));
  return hasCursor ? 'Unknown "cursor". Each list has only one page: omit the cursor.' : undefined;
}
