/** The SHA-256 of bytes as 64 lower-case hexadecimal digits, by the Web's cryptography, which Node and Workers share. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}
