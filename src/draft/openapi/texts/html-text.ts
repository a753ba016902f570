import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/**
 * Converts HTML to plain text. Removes tags, decodes entities, and converts blocks and breaks to line breaks and list items
 * to dashes. Keeps text that only looks like a tag, such as `<id>`.
 */
export function removeHtml(text: string): string {
  if (!/<[a-z!/]|&[a-z#]/i.test(text)) return text;
  const parts: string[] = [];
  let isParagraphOpen = false;
  let isHidden = false;
  const ignore = () => undefined;
  const add = ({ chars }: Token.CharacterToken) => {
    if (!isHidden) parts.push(chars);
  };
  // Text needs no tree. Only tokens need no limit for nested tags, and the tree builder is the larger half of parse5.
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const name = token.tagName;
        if (isParagraphOpen && BLOCKS.has(name)) parts.push('\n');
        if (BLOCKS.has(name)) isParagraphOpen = name === 'p';
        parts.push(SEPARATORS.get(name)?.[0] ?? getSource(token, text));
        if (name !== 'script' && name !== 'style') return;
        isHidden = true;
        tokenizer.state = TokenizerMode.RAWTEXT;
      },
      onEndTag(token) {
        if (token.tagName === 'p') isParagraphOpen = false;
        isHidden = false;
        parts.push(SEPARATORS.get(token.tagName)?.[1] ?? getSource(token, text));
      },
      onCharacter: add,
      onWhitespaceCharacter: add,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  );
  tokenizer.write(text, true);
  return parts.join('');
}

function getSource({ location }: Token.TagToken, text: string): string {
  return location ? text.slice(location.startOffset, location.endOffset) : '';
}

const BLOCKS = new Set(
  'address article aside blockquote details div dl dt dd figure footer form h1 h2 h3 h4 h5 h6 header main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

/** HTML elements that are replaced with their content. */
const ELEMENTS =
  'a abbr acronym b bdi bdo big body button caption center cite code col colgroup data del dfn em figcaption font head html i iframe img input ins kbd label link mark meta noscript object picture q s samp select small source span strike strong sub sup svg template textarea time title tt u var video wbr'.split(
    ' ',
  );

/** The texts that replace the start tag and the end tag of HTML elements. Other names are not HTML. */
const SEPARATORS = new Map<string, readonly [start: string, end: string]>([
  ...ELEMENTS.map(name => [name, ['', '']] as const),
  ...[...BLOCKS].map(name => [name, ['\n', '\n']] as const),
  ['script', ['', '']],
  ['style', ['', '']],
  ['br', ['\n', '\n']],
  ['hr', ['\n', '']],
  ['li', ['\n- ', '']],
  ['td', [' ', ' ']],
  ['th', [' ', ' ']],
]);
