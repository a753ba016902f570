/** Texts below this length stay one point. */
const SHORT = 160;

/**
 * Splits notes into points at line breaks, or at sentences if the text is one long paragraph. The points together are the
 * unchanged text.
 */
export function splitNotes(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)(?=\S)/);
  return lines.flatMap(line =>
    line.length < SHORT ? [line] : line.split(/(?<=[\p{Ll}\p{N})"'”][.!?][)"'”]?\s+)(?=\p{Lu})/u),
  );
}
