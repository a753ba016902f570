/** Decodes percent-encoded text. Returns text with an invalid encoding, such as `100%`, unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
