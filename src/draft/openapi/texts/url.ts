/** Converts text to an http or https URL that is a valid URI (RFC 3986). Undefined for other values. */
export function toWebUrl(text: unknown, base?: string): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text.trim(), base) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // The URL parser does not escape all characters that RFC 3986 forbids, such as brackets outside the host.
  const rest = `${url.pathname}${url.search}${url.hash}`;
  const lastHash = rest.lastIndexOf('#');
  return (
    url.origin +
    rest.replace(/[^!-~]|%(?![0-9A-Fa-f]{2})|["<>\\^`{|}[\]#]/g, (character, at) =>
      at === lastHash ? character : escapeCharacter(character),
    )
  );
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
