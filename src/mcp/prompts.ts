import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { PUBLISHERS_WORDS } from './identity.ts';
import { toSafeJson } from './safe-json.ts';
import { findArgumentErrors } from './tools/argument-errors.ts';
import { parseArguments } from './tools/parse-arguments.ts';
import type { InputSchema } from './tools/tool.ts';

/** Offers the two tasks that people bring: find an API, and publish one. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'find_api',
    {
      title: 'Find an API for a task',
      description: 'Finds the listed API that fits a task best, and plans the call.',
      argsSchema: parseArguments(FIND, given => findArgumentErrors(FIND, given)),
    },
    ({ task }) => message(findText(String(task))),
  );
  server.registerPrompt(
    'publish_api',
    {
      title: 'Publish my API',
      description: 'Writes the manifest of an API, checks it, and has the API listed.',
      argsSchema: parseArguments(PUBLISH, given => findArgumentErrors(PUBLISH, given)),
    },
    ({ url }) => message(publishText(String(url))),
  );
}

const FIND = stringArgument('task', 'What the API is needed for, e.g. "will it rain in Oslo tomorrow?"', 2000);
const PUBLISH = stringArgument('url', 'The address of the API, e.g. https://api.example.com', 2048);

function stringArgument(name: string, description: string, maxLength: number): InputSchema {
  return {
    type: 'object',
    properties: { [name]: { type: 'string', minLength: 1, maxLength, description } },
    required: [name],
    additionalProperties: false,
  };
}

function findText(task: string): string {
  return `Find an API in the registry for this task: ${toSafeJson(task)}

1. Call search_listings with a few words of the task. If little fits, use other words, or a category from list_categories. Prefer listings that are verified, need no credentials and cost nothing, unless the task needs otherwise.
2. Read the two or three that fit best by get_listing, and choose by what their endpoints do, not by what they promise.
3. Call plan_call for the endpoint that does the task, with the parameters that you know.
4. Tell me which API you chose and why, what a call costs, what is missing, and the request. Ask me before anything that costs money, needs credentials of mine, or changes something.

${PUBLISHERS_WORDS}`;
}

function publishText(url: string): string {
  return `Help me to have my API listed in the registry. Its address: ${toSafeJson(url)}

1. Read the resource registry://schemas/manifest-0.3, and registry://guidance where you need more.
2. Call fetch_manifest_by_domain: I may serve a manifest already.
3. If not, or if it is not valid, write it together with me. Take facts from my API's documentation or code; ask me for what they do not tell, above all pricing, limits and contact. Invent nothing.
4. Check it by validate_manifest with manifest, and mend it until it passes. Tell me of its warnings, too.
5. Tell me to serve it as JSON at ${MANIFEST_PATH} on the API's own origin, over https and without credentials. When I have, call validate_manifest with url.
6. When that passes, ask me whether to list it. Then call submit_api, and get_submission_status until it is decided.`;
}

function message(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
