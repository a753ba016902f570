/** An http(s) address as the format wants it (RFC 3986); undefined for what is none. */
export function webAddress(text: unknown, base?: string): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text.trim(), base) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // URL lets characters stand that RFC 3986 wants escaped, brackets outside of the host among them.
  const rest = `${url.pathname}${url.search}${url.hash}`;
  return url.origin + rest.replace(/[^!-~]|%(?![0-9A-Fa-f]{2})|["<>\\^`{|}[\]]|#(?=.*#)/g, escaped);
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
