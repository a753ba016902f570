import type { DeclaredEndpoint } from '../find-endpoint.ts';
import type { Guess } from '../guess.ts';
import { isMediaType } from '../parameters/declared-parameter.ts';
import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { isFileType } from './multipart.ts';
import { toBytes } from './to-bytes.ts';

/** The media type of a body, and whether one parameter is the entire body. */
export interface BodyFormat {
  readonly content_type: string;
  readonly isWhole: boolean;
  /** The body parameters. */
  readonly parameters: readonly LocatedParameter[];
  readonly guesses: readonly Guess[];
}

/** Reads `request_content_type` and `request_body` of an endpoint. Undeclared ones of an endpoint with a body are guesses. */
export function planBodyFormat(endpoint: DeclaredEndpoint, all: readonly LocatedParameter[]): BodyFormat {
  const parameters = all.filter(each => each.in === 'body');
  const members: Readonly<Record<string, unknown>> = { ...endpoint };
  const declared = isMediaType(members.request_content_type) ? members.request_content_type : undefined;
  const hasFile = parameters.some(({ type, value }) => isFileType(type) || toBytes(value) !== undefined);
  const isWhole = members.request_body === 'whole';
  if (declared !== undefined && !declared.includes('*'))
    return { content_type: declared, isWhole, parameters, guesses: [] };
  const guessed =
    isWhole && hasFile ? 'application/octet-stream' : hasFile ? 'multipart/form-data' : 'application/json';
  const reason =
    declared === undefined
      ? 'The manifest declares no media type for the body.'
      : `The manifest allows any media type in ${declared}.`;
  const guess = { member: 'request_content_type', value: guessed, reason };
  return { content_type: guessed, isWhole, parameters, guesses: parameters.length > 0 ? [guess] : [] };
}
