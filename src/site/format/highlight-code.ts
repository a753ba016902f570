/**
 * Highlights code at build time, because pages have no scripts or inline styles for it. The text stays the same.
 *
 * @param html code as HTML text: `&`, `<`, and `>` are escaped
 * @param language the language of the fence; unknown languages are not highlighted
 * @returns HTML with short tags: keys and keywords in `<b>`, strings in `<u>`, numbers and literals in `<i>`, comments in `<s>`
 */
export function highlightCode(html: string, language: string): string {
  const tokens = TOKENS[language];
  if (tokens === undefined) return html;
  return html.replace(tokens, (token: string, ...groups: unknown[]) => {
    const named = groups.at(-1) as Readonly<Record<string, string | undefined>>;
    for (const [group, tag] of TAGS) if (named[group] !== undefined) return `<${tag}>${token}</${tag}>`;
    return token;
  });
}

/** Highlights a text that is not HTML yet, such as a snippet with values of a publisher. */
export function highlightText(text: string, language: string): string {
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return highlightCode(html, language);
}

const TAGS = [
  ['comment', 's'],
  ['key', 'b'],
  ['string', 'u'],
  ['literal', 'i'],
] as const;

const STRING = String.raw`(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|&quot;.*?&quot;|&#39;.*?&#39;)`;
const LITERAL = String.raw`(?<literal>(?<![\w/.-])(?:-?\d[\d.]*|true|false|null|True|False|None)(?![\w-]))`;

const JSON_TOKENS = new RegExp(
  String.raw`(?<key>(?:"(?:\\.|[^"\\\n])*"|&quot;.*?&quot;)(?=\s*:))|${STRING}|${LITERAL}`,
  'g',
);
const SHELL = new RegExp(String.raw`(?<comment>(?<=^|\s)#.*$)|${STRING}|(?<key>(?<=^|\s)--?[a-z][\w-]*)`, 'gm');
const SCRIPT = new RegExp(
  String.raw`(?<comment>(?<=^|\s)(?://|#).*$)|${STRING}|(?<key>\b(?:import|from|const|let|await|async|for|of|in|if|else|with|as|def|return|throw|try|catch|new|instanceof|print|export|function)\b)|${LITERAL}`,
  'gm',
);
const YAML = new RegExp(
  String.raw`(?<comment>(?<=^|\s)#.*$)|(?<key>(?<=^\s*(?:- )?)[\w.-]+(?=:))|${STRING}|${LITERAL}`,
  'gm',
);

const TOKENS: Readonly<Record<string, RegExp>> = {
  json: JSON_TOKENS,
  sh: SHELL,
  bash: SHELL,
  js: SCRIPT,
  javascript: SCRIPT,
  ts: SCRIPT,
  py: SCRIPT,
  python: SCRIPT,
  yaml: YAML,
  yml: YAML,
};
