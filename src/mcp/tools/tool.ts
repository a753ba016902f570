import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { McpClientInfo, McpContext } from '../context.ts';
import { findArgumentErrors } from './argument-errors.ts';
import type { Arguments, InputSchema } from './input-schema.ts';
import type { JsonSchema } from './output-schema.ts';

export type { Arguments, InputSchema };

/** A tool of the hub: what a client is told of it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: InputSchema;
  readonly output: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** What is wrong with some arguments, and how to mend it; nothing when they can be run with. */
  readonly faults: (given: Arguments) => readonly string[];
  /** Does the work. It throws only for what should not happen. */
  readonly run: (given: Arguments, services: McpContext, asker: McpClientInfo) => Promise<ToolResult>;
}

/** What a tool answers: the data by its output schema and a text that says the same, or why there is none. */
export type ToolResult = ToolOutput | ToolError;

export interface ToolOutput {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ToolError {
  /** What went wrong and what to do instead, for the model that called. */
  readonly fault: string;
}

/** The parts of a tool; `A` is what its input schema describes. */
export interface ToolParts<A> extends Omit<Tool, 'run' | 'faults' | 'input'> {
  readonly input: Omit<InputSchema, 'type' | 'additionalProperties'>;
  /** Judges the arguments in place of the input schema. */
  readonly faults?: Tool['faults'];
  readonly run: (given: A, services: McpContext, asker: McpClientInfo) => Promise<ToolResult>;
}

export function tool<A extends object>({ faults, run, ...parts }: ToolParts<A>): Tool {
  const input: InputSchema = { type: 'object', ...parts.input, additionalProperties: false };
  return {
    ...parts,
    input,
    faults: faults ?? (given => findArgumentErrors(input, given)),
    // The only way from JSON to a type: `faults` has looked at the arguments before.
    run: (given, services, asker) => run(given as A, services, asker),
  };
}

/** A tool that only reads the registry. */
export const READS_REGISTRY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool that only reads, but asks an address on the public network. */
export const READS_NETWORK: ToolAnnotations = { ...READS_REGISTRY, openWorldHint: true };
