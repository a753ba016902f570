/** Percent-encodes all characters except the unreserved ones (RFC 3986, section 2.3). */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, toPercentCode);
}

/** Percent-encodes like `encode`, but keeps reserved characters that cannot end the query string. */
export function encodeReserved(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9\-._~:/?@!$'()*,;[\]]/gu, encode);
}

/** Percent-encodes the characters that a cookie cannot contain (RFC 6265, section 4.1.1). */
export function encodeCookie(text: string): string {
  return text.toWellFormed().replace(/[^!#-+\--:<-[\]-~]/gu, encode);
}

function toPercentCode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
