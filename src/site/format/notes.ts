/** Texts below this length stay one point. */
const SHORT = 160;

/**
 * Splits notes into points at line breaks, or at sentences if the text is one long paragraph. The points together are the
 * unchanged text.
 */
export function splitNotes(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)(?=\S)/);
  // The lookahead is first, because the lookbehind reads all spaces before it: once per sentence, not at each space.
  return lines.flatMap(line =>
    line.length < SHORT ? [line] : line.split(/(?=\p{Lu})(?<=[\p{Ll}\p{N})"'”][.!?][)"'”]?\s+)/u),
  );
}
