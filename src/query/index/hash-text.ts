/** Returns the FNV-1a hash of a text, with its upper bits mixed into the lower ones, as a number below 2^32. */
export function hashText(text: string): number {
  let result = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) result = Math.imul(result ^ text.charCodeAt(at), 0x01000193);
  return (result ^ (result >>> 15)) >>> 0;
}
