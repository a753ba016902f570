/** All responses are public and independent of credentials, so pages of any origin may read them with these headers. */
const EXPOSED = 'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'Accept, Content-Type, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Session-Id, MCP-Protocol-Version',
  'Access-Control-Max-Age': '86400',
};

/** Adds CORS headers that let pages of all origins call the API. */
export function allowOtherOrigins(headers: Headers, method: string): void {
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', EXPOSED);
  if (method !== 'OPTIONS') return;
  for (const [name, value] of Object.entries(PREFLIGHT)) headers.set(name, value);
}
