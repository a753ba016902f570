import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { PUBLISHER_TEXT_NOTICE } from './identity.ts';
import { toSafeJson } from './safe-json.ts';
import { findArgumentErrors } from './tools/argument-errors.ts';
import { parseArguments } from './tools/parse-arguments.ts';
import type { InputSchema } from './tools/tool.ts';

/** Registers prompts for the two most common tasks: find an API, and publish one. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'find_api',
    {
      title: 'Find an API for a task',
      description: 'Finds the best listed API for a task and plans the call.',
      argsSchema: parseArguments(FIND_INPUT, args => findArgumentErrors(FIND_INPUT, args)),
    },
    ({ task }) => toPromptResult(formatFindPrompt(String(task))),
  );
  server.registerPrompt(
    'publish_api',
    {
      title: 'Publish my API',
      description: 'Writes and validates the manifest of an API, and submits the API.',
      argsSchema: parseArguments(PUBLISH_INPUT, args => findArgumentErrors(PUBLISH_INPUT, args)),
    },
    ({ url }) => toPromptResult(formatPublishPrompt(String(url))),
  );
}

const FIND_INPUT = createStringInput('task', 'The task for the API, such as "will it rain in Oslo tomorrow?"', 2000);
const PUBLISH_INPUT = createStringInput('url', 'The URL of the API, such as https://api.example.com', 2048);

function createStringInput(name: string, description: string, maxLength: number): InputSchema {
  return {
    type: 'object',
    properties: { [name]: { type: 'string', minLength: 1, maxLength, description } },
    required: [name],
    additionalProperties: false,
  };
}

function formatFindPrompt(task: string): string {
  return `Find an API in the registry for this task: ${toSafeJson(task)}

1. Call search_listings with a few words of the task. If the results do not fit, try other words, or a category from list_categories. Prefer listings that are verified, free, and need no credentials, unless the task requires otherwise.
2. Read the best two or three with get_listing. Choose by the function of their endpoints, not by their claims.
3. Call plan_call for the right endpoint, with the parameters that you know.
4. Tell me which API you chose and why, the cost of a call, what is missing, and the request. Ask me before you spend money, use my credentials, or change data.

${PUBLISHER_TEXT_NOTICE}`;
}

function formatPublishPrompt(url: string): string {
  return `Help me list my API in the registry. Its URL: ${toSafeJson(url)}

1. Read the resource registry://schemas/manifest-0.3. For more background, read registry://guidance.
2. Call fetch_manifest_by_domain, in case I already serve a manifest.
3. Otherwise, or if it is not valid, write one with me. Take facts from the documentation or code of my API. Ask me for everything else, especially pricing, rate limits, and contact. Do not invent facts.
4. Check it with validate_manifest (argument manifest) and fix it until it passes. Also show me its warnings.
5. Ask me to serve it as JSON at ${MANIFEST_PATH} on the origin of the API, over https and without credentials. Then call validate_manifest with url.
6. When it passes, ask me whether to submit it. Then call submit_api, and poll get_submission_status until the submission is decided.`;
}

function toPromptResult(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
