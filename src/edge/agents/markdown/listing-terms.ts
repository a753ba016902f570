import type { Authentication, Authentication02, Manifest } from '#manifest/manifest.ts';
import { meaning } from '#manifest/taxonomy.ts';
import { memberList } from './members.ts';
import { byteLength } from './untrusted-text.ts';

/** A member of a manifest as Markdown. */
export interface Term {
  /** Where it stands in the manifest. */
  readonly member: string;
  readonly markdown: string;
  /** Whether it says all that the manifest says. */
  readonly whole: boolean;
}

/**
 * Members of a manifest as lists; those that say nothing are left out.
 * @param members their places, such as `authentication.config`
 * @param bytes the most that each may take
 */
export function termsOf(members: readonly string[], manifest: Manifest, bytes: number): readonly Term[] {
  return members.flatMap(member => {
    const value = member.split('.').reduce(memberOf, manifest as unknown);
    const list = memberList({ [member]: value });
    return list === '' ? [] : { member, ...wholeLines(list, bytes) };
  });
}

/** Whether credentials are needed, and which. */
export function authenticationNeed({ required, type }: Authentication | Authentication02): string {
  const kind = type && type !== 'none' ? `: \`${type}\`. ${meaning('auth_types', type)}` : '.';
  if (required) return `Credentials are required${kind}`;
  return kind === '.' ? 'No credentials are needed.' : `No credentials are needed; some are optional${kind}`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function wholeLines(list: string, bytes: number): { readonly markdown: string; readonly whole: boolean } {
  const lines = list.split('\n');
  let room = bytes;
  const fitting = lines.findIndex(line => {
    room -= byteLength(line) + 1;
    return room < 0;
  });
  if (fitting === -1) return { markdown: list, whole: true };
  return { markdown: [...lines.slice(0, fitting), '- …'].join('\n'), whole: false };
}
