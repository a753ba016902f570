import { toArgument } from '../parameters/assign-arguments.ts';
import { nameArguments } from '../parameters/name-arguments.ts';
import type { RequestPlan } from '../request-plan.ts';
import { toJson } from '../url/value-text.ts';
import { renderCurl } from './curl.ts';
import { renderJavascript } from './javascript.ts';
import { renderPython } from './python.ts';

export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python', 'mcp'] as const;

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** The names of the languages in texts. */
export const LANGUAGE_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  mcp: 'MCP',
};

/**
 * Renders a planned request as code: a curl command for POSIX shells, a module for Node with `fetch`, a Python script with
 * requests, or the arguments of the MCP tool `plan_call`. Secrets are environment variables. Comments at the start name
 * each value that the reader must fill in. No text of the manifest or the arguments can leave its string literal.
 *
 * @param id the id of the listing, which only the MCP call needs
 */
export function renderSnippet(plan: RequestPlan, language: SnippetLanguage, { id = '' }: { id?: string } = {}): string {
  switch (language) {
    case 'curl':
      return renderCurl(plan);
    case 'javascript':
      return renderJavascript(plan);
    case 'python':
      return renderPython(plan);
    case 'mcp':
      return renderMcp(plan, id);
  }
}

/** Renders the arguments of the MCP tool `plan_call` for a planned request, as JSON. */
function renderMcp({ endpoint, parameters }: RequestPlan, id: string): string {
  const names = nameArguments(parameters);
  const values = parameters.flatMap((each, at) => (each.value === undefined ? [] : [[names[at], toArgument(each)]]));
  const args = { id, method: endpoint.method, path: endpoint.path, parameters: Object.fromEntries(values) };
  return toJson({ name: 'plan_call', arguments: args }, 2);
}
