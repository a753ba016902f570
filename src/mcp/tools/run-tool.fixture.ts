import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { bytes, sampleLive, sampleServices } from '../context.fixture.ts';
import type { McpContext } from '../context.ts';
import { TOOLS } from './all-tools.ts';
import type { Arguments, ToolOutput } from './tool.ts';

const ajv = new Ajv2020({ strict: false });

/** Runs a tool that succeeds and validates its result against the output schema. */
export async function runTool(name: string, given: Arguments, changes: Partial<McpContext> = {}): Promise<ToolOutput> {
  const tool = TOOLS.find(each => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  expect(tool.faults(given)).toEqual([]);
  const answer = await tool.run(given, sampleServices({ live: sampleLive(), ...changes }), {});
  if ('fault' in answer) throw new Error(answer.fault);
  const fits = ajv.compile(tool.output);
  expect(fits(JSON.parse(JSON.stringify(answer.data))), JSON.stringify(fits.errors)).toBe(true);
  return answer;
}

/** Returns live services for an origin that serves this value. */
export function serving(value: unknown): Partial<McpContext> {
  return {
    live: sampleLive({ fetch: async ({ url }) => ({ url, outcome: 'response', status: 200, body: bytes(value) }) }),
  };
}
