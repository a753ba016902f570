/** The links of one resource (RFC 9264): targets by relation. */
export type LinkContext = { readonly anchor: string } & Readonly<Record<string, string | readonly Target[]>>;

export interface Target {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

/** Creates a link set as JSON text. */
export function linkset(contexts: readonly LinkContext[]): string {
  return JSON.stringify({ linkset: contexts });
}
