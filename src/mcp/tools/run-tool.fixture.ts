import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { bytes, createSampleContext, createSampleLive } from '../context.fixture.ts';
import type { McpContext } from '../context.ts';
import { TOOLS } from './all-tools.ts';
import type { Arguments, ToolOutput } from './tool.ts';

const ajv = new Ajv2020({ strict: false });

/** Runs a tool that succeeds and validates its result against the output schema. */
export async function runTool(name: string, args: Arguments, changes: Partial<McpContext> = {}): Promise<ToolOutput> {
  const tool = TOOLS.find(each => each.name === name);
  if (!tool) throw new Error(`Unknown tool: ${name}`);
  expect(tool.findErrors(args)).toEqual([]);
  const result = await tool.run(args, createSampleContext({ live: createSampleLive(), ...changes }), {});
  if (!result.ok) throw new Error(result.error);
  const validate = ajv.compile(tool.output);
  expect(validate(JSON.parse(JSON.stringify(result.value.data))), JSON.stringify(validate.errors)).toBe(true);
  return result.value;
}

/** Returns live services for an origin that serves this value. */
export function serving(value: unknown): Partial<McpContext> {
  return {
    live: createSampleLive({
      fetch: async ({ url }) => ({ url, outcome: 'response', status: 200, body: bytes(value) }),
    }),
  };
}
