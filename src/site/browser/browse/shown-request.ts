import { formatRequests } from './request-texts.ts';

/**
 * Fills in the request to copy.
 * @param registry the URL of the registry
 * @param request path and query string
 */
export function showRequest(root: ParentNode, registry: string, request: string): void {
  const show = (selector: string, text: string) => root.querySelector(selector)?.replaceChildren(text);
  show('[data-request-line]', `GET ${request}`);
  for (const [language, text] of Object.entries(formatRequests(registry + request)))
    show(`[data-request-code="${language}"]`, text);
}
