/**
 * Indents the further lines of quoted texts. YAML requires it, but common parsers do not, so documents without it exist.
 * White space at the start of such lines has no meaning.
 */
export function indentQuotedLines(text: string): string {
  let quote: string | undefined;
  let indent = '';
  return text
    .split('\n')
    .map(line => {
      if (quote !== undefined) {
        const isBlank = line.trim() === '';
        if (endsQuote(line, quote)) quote = undefined;
        return isBlank ? line : indent + line;
      }
      const [, start = '', opening, rest = ''] = /^(\s*(?:- +)*(?:[^\s'"#][^'"#]*?: +)?)(["'])(.*)$/.exec(line) ?? [];
      if (opening !== undefined && !endsQuote(rest, opening)) {
        quote = opening;
        indent = ' '.repeat(start.length + 1);
      }
      return line;
    })
    .join('\n');
}

/** Whether a line of a quoted text has its closing quote. Escaped quotes do not count. */
function endsQuote(line: string, quote: string): boolean {
  const bare = quote === '"' ? line.replace(/\\./g, '') : line.replaceAll("''", '');
  return bare.includes(quote);
}
