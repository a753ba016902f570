import { isPlaceOf } from '#calls/credentials/add-credentials.ts';
import type { DeclaredEndpoint } from '#calls/find-endpoint.ts';
import type { LocatedParameter } from '#calls/parameters/located-parameter.ts';
import { parseExactJsonValue } from '#calls/parameters/parse-json-value.ts';
import { planRequest } from '#calls/request-plan.ts';
import { isObject } from '#manifest/json-object.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';
import { requireTimeout } from '../sleep.ts';
import type { Detail } from '../types.ts';
import { createBudget } from './budget.ts';
import { type CallSettings, executeCall } from './execute-call.ts';
import { nameTools } from './tool-names.ts';
import { createToolInput, type ToolInput, toPlainText } from './tool-schema.ts';
import type { AiSdkTool, EndpointTool, EndpointTools, ToolResult, ToToolsOptions } from './tool-types.ts';

/** The limit of OpenAI. */
const MAX_DESCRIPTION_LENGTH = 1024;

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RESPONSE_BYTES = 256 * 1024;

/**
 * Turns the endpoints of a listing into tools for a model: definitions in the formats of model providers, and functions that
 * send the planned requests directly to the API. Secrets stay in this process.
 *
 * @param listing from `get`, or an object with the origin and the manifest of an API
 * @throws RangeError for an invalid manifest, origin, or timeout
 */
export function toTools(listing: Pick<Detail, 'url' | 'manifest'>, options: ToToolsOptions = {}): EndpointTools {
  const manifest = listing.manifest as Manifest;
  const [problem] = validateManifest(manifest).findings;
  if (problem !== undefined) throw new RangeError(`The manifest is invalid. ${problem.message} ${problem.hint}`);
  const settings = createSettings(manifest, listing.url, options);
  const endpoints: readonly DeclaredEndpoint[] = manifest.endpoints;
  const names = nameTools(endpoints);
  const tools = endpoints.flatMap((endpoint, index) =>
    options.only === undefined || options.only({ method: endpoint.method, path: endpoint.path })
      ? createTool(names[index] ?? '', endpoint, settings)
      : [],
  );
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  return {
    tools,
    ...formatTools(tools),
    get spent() {
      return settings.budget.spent;
    },
    async execute(name, args, call) {
      const tool = byName.get(name);
      if (tool === undefined) return fail('unknown_tool', `There is no tool "${name}".`);
      const parsed = typeof args === 'string' ? parseArguments(args) : args;
      return parsed === undefined ? failWithoutObject() : tool.execute(parsed, call);
    },
  };
}

function createSettings(manifest: Manifest, url: string, options: ToToolsOptions): CallSettings {
  const origin = URL.parse(url)?.origin;
  if (origin === undefined || !/^https?:/.test(origin)) throw new RangeError(`Invalid URL of an API: "${url}".`);
  const { secrets = {}, approve, needsApproval = call => call.writes || call.paid, costLimit } = options;
  // Browsers throw an error if `fetch` is called as a method of another object.
  const platformFetch: typeof fetch = (...request) => fetch(...request);
  return {
    manifest,
    origin,
    secrets: async () => (typeof secrets === 'function' ? secrets() : secrets),
    needsApproval,
    approve,
    budget: createBudget(costLimit),
    timeoutMs: requireTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
    fetch: options.fetch ?? platformFetch,
  };
}

function createTool(name: string, endpoint: DeclaredEndpoint, settings: CallSettings): EndpointTool {
  const input = createToolInput(listArguments(endpoint, settings));
  const { method, path } = endpoint;
  return {
    name,
    description: describeEndpoint(endpoint, settings.manifest),
    parameters: { ...input.schema },
    endpoint: { method, path },
    async execute(args, { signal, abortSignal } = {}) {
      // Programs pass on what a model wrote.
      if (!isObject(args)) return failWithoutObject();
      const unknown = Object.keys(args).filter(each => !input.argumentNames.has(each));
      if (unknown.length > 0)
        return fail(
          'invalid_arguments',
          `Unknown arguments: ${unknown.slice(0, 10).join(', ')}. ${listAllowed(input)}`,
        );
      const values = Object.entries(args).map(([each, value]) => [input.argumentNames.get(each) ?? each, value]);
      return executeCall(endpoint, Object.fromEntries(values), settings, signal ?? abortSignal);
    },
  };
}

/** Returns the parameters that a model sets. It has no secrets, and a value of its own would replace the right one. */
function listArguments(
  endpoint: DeclaredEndpoint,
  { manifest, origin }: Pick<CallSettings, 'manifest' | 'origin'>,
): readonly LocatedParameter[] {
  const { parameters, authentication } = planRequest(manifest, endpoint, {}, { origin });
  const isSecret = (parameter: LocatedParameter) =>
    authentication.credentials.some(credential => isPlaceOf(parameter, credential, endpoint.path));
  return parameters.filter(parameter => !isSecret(parameter));
}

function listAllowed({ argumentNames }: ToolInput): string {
  const names = [...argumentNames.keys()];
  return names.length === 0 ? 'This tool has no arguments.' : `Allowed: ${names.join(', ')}.`;
}

function describeEndpoint(
  { method, path, description, response_description }: DeclaredEndpoint,
  manifest: Manifest,
): string {
  const text = `${description} Returns: ${response_description} (${method} ${path} of ${manifest.name})`;
  return toPlainText(text, MAX_DESCRIPTION_LENGTH);
}

function formatTools(
  tools: readonly EndpointTool[],
): Pick<EndpointTools, 'openai' | 'openaiResponses' | 'anthropic' | 'aiSdk'> {
  const schema = (tool: EndpointTool) => ({ ...tool.parameters, type: 'object' as const });
  return {
    openai: tools.map(tool => ({
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: tool.parameters },
    })),
    openaiResponses: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters,
      strict: false,
    })),
    anthropic: tools.map(tool => ({ name: tool.name, description: tool.description, input_schema: schema(tool) })),
    aiSdk: Object.fromEntries(tools.map(tool => [tool.name, toAiSdkTool(tool)])),
  };
}

/** The AI SDK recognizes a schema by this symbol, so that the client does not depend on it. */
const SCHEMA = Symbol.for('vercel.ai.schema');

function toAiSdkTool({ description, parameters, execute }: EndpointTool): AiSdkTool {
  const inputSchema = { [SCHEMA]: true, _type: undefined, validate: undefined, jsonSchema: parameters };
  return { description, inputSchema, execute: (args, options) => execute(args, options) };
}

function parseArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseExactJsonValue(text || '{}');
  return isObject(value) ? value : undefined;
}

function failWithoutObject(): ToolResult {
  return fail('invalid_arguments', 'The arguments are not a JSON object.');
}

function fail(code: string, message: string): ToolResult {
  return { ok: false, error: { code, message } };
}
