/** Parses the `data` of a response of the registry. Undefined without a response. */
export function parseData<T>(body: string | Uint8Array): T;
export function parseData<T>(body: string | Uint8Array | undefined): T | undefined;
export function parseData<T>(body: string | Uint8Array | undefined): T | undefined {
  if (body === undefined) return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return (JSON.parse(text) as { readonly data: T }).data;
}
