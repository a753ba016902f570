import { getMember } from '#manifest/json-object.ts';
import type { Authentication, Authentication02, Manifest } from '#manifest/manifest.ts';
import { meaning } from '#manifest/taxonomy.ts';
import { memberList } from './members.ts';
import { byteLength } from './untrusted-text.ts';

/** A member of a manifest as Markdown. */
export interface Term {
  /** The path of the member in the manifest, such as `authentication.config`. */
  readonly member: string;
  readonly markdown: string;
  /** Whether the Markdown has the full value. */
  readonly complete: boolean;
}

/**
 * Formats members of a manifest as lists and omits empty ones.
 * @param members the paths of the members, such as `authentication.config`
 * @param bytes the maximum size of each list
 */
export function termsOf(members: readonly string[], manifest: Manifest, bytes: number): readonly Term[] {
  return members.flatMap(member => {
    const value = member.split('.').reduce(getMember, manifest as unknown);
    const list = memberList({ [member]: value });
    return list === '' ? [] : { member, ...wholeLines(list, bytes) };
  });
}

/** Describes whether an API needs credentials, and which. */
export function authenticationNeed({ required, type }: Authentication | Authentication02): string {
  const kind = type && type !== 'none' ? `: \`${type}\`. ${meaning('auth_types', type)}` : '.';
  if (required) return `Credentials are required${kind}`;
  return kind === '.' ? 'No credentials required.' : `No credentials required. Optional credentials${kind}`;
}

function wholeLines(list: string, bytes: number): { readonly markdown: string; readonly complete: boolean } {
  const lines = list.split('\n');
  let room = bytes;
  const fitting = lines.findIndex(line => {
    room -= byteLength(line) + 1;
    return room < 0;
  });
  if (fitting === -1) return { markdown: list, complete: true };
  return { markdown: [...lines.slice(0, fitting), '- …'].join('\n'), complete: false };
}
