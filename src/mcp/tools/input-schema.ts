import type { Schema } from '#manifest/explain/schema.ts';

/** The arguments of a call. A null stands for an argument left out, as models write it. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface InputSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema & { readonly default?: unknown }>>;
  readonly additionalProperties: false;
}
