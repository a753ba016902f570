import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Result } from '#manifest/result.ts';
import type { McpClientInfo, McpContext } from '../context.ts';
import { findArgumentErrors } from './argument-errors.ts';
import type { Arguments, InputSchema } from './input-schema.ts';
import type { JsonSchema } from './output-schema.ts';

export type { Arguments, InputSchema };

/** A tool of the MCP server: its description for clients, and its implementation. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: InputSchema;
  readonly output: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** Returns the problems with the arguments, each with its fix. */
  readonly findErrors: (args: Arguments) => readonly string[];
  /** Runs the tool with valid arguments. Throws only for internal errors. */
  readonly run: (args: Arguments, context: McpContext, client: McpClientInfo) => Promise<ToolResult>;
}

/** The output of a tool, or an error message for the model, with the fix. */
export type ToolResult = Result<ToolOutput, string>;

export interface ToolOutput {
  /** The data as text for the model. */
  readonly text: string;
  /** The data in the format of the output schema. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The definition of a tool. `A` is the type that its input schema describes. */
export interface ToolDefinition<A> extends Omit<Tool, 'run' | 'findErrors' | 'input'> {
  readonly input: Omit<InputSchema, 'type' | 'additionalProperties'>;
  /** Replaces the validation by the input schema. */
  readonly findErrors?: Tool['findErrors'];
  readonly run: (args: A, context: McpContext, client: McpClientInfo) => Promise<ToolResult>;
}

/** Creates a tool, which rejects arguments that its input schema does not declare. */
export function defineTool<A extends object>({ findErrors, run, ...definition }: ToolDefinition<A>): Tool {
  const input: InputSchema = { type: 'object', ...definition.input, additionalProperties: false };
  return {
    ...definition,
    input,
    findErrors: findErrors ?? (args => findArgumentErrors(input, args)),
    // The cast is safe: `findErrors` validated the arguments.
    run: (args, context, client) => run(args as A, context, client),
  };
}

/** The annotations of a tool that only reads the registry. */
export const READS_REGISTRY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The annotations of a tool that sends read requests to public URLs. */
export const READS_NETWORK: ToolAnnotations = { ...READS_REGISTRY, openWorldHint: true };
