import type { Schema } from '#manifest/explain/schema.ts';

/** The arguments of a tool call. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface InputSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema & { readonly default?: unknown }>>;
  readonly additionalProperties: false;
}
