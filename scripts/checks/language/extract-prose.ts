import ts from 'typescript';

/** A piece of prose and the line that it starts at, counted from 1. */
export interface Prose {
  readonly text: string;
  readonly line: number;
}

/** Returns the prose of a file: paragraphs of Markdown, comments and sentences in code, and the text of Astro pages. */
export function extractProse(file: string, source: string): Prose[] {
  if (file.endsWith('.md')) return markdownProse(source);
  if (file.endsWith('.astro')) return astroProse(source);
  if (/\.ya?ml$/.test(file)) return yamlProse(source);
  return codeProse(source);
}

function markdownProse(source: string): Prose[] {
  const prose: Prose[] = [];
  let isCode = false;
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode) prose.push({ text: withoutCode(line), line: index + 1 });
  }
  return prose;
}

function yamlProse(source: string): Prose[] {
  return source
    .split('\n')
    .map((line, index) => ({ text: withoutCode(/#(.*)/.exec(line)?.[1] ?? ''), line: index + 1 }));
}

/** The frontmatter is code. Below it, tags and expressions are left out. */
function astroProse(source: string): Prose[] {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source);
  const [frontmatter, markup] = parts ? [parts[1] ?? '', parts[2] ?? ''] : ['', source];
  const before = source.length - markup.length;
  const firstLine = source.slice(0, before).split('\n').length;
  const text = markup.replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>|<[^>]*>|\{[^{}]*\}/g, hit =>
    hit.replace(/[^\n]/g, ' '),
  );
  return [
    ...codeProse(frontmatter).map(each => ({ ...each, line: each.line + 1 })),
    ...text.split('\n').map((line, index) => ({ text: line.trim(), line: firstLine + index })),
  ];
}

const STRINGS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);

function codeProse(source: string): Prose[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, false);
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const prose: Prose[] = [];
  const comments = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) {
      if (comments.has(pos)) continue;
      comments.add(pos);
      const text = source
        .slice(pos, end)
        .replace(/^\/\*+|\*\/$|^\s*\*+ ?|\/\/ ?/gm, ' ')
        .replace(/\s+/g, ' ');
      prose.push({ text: withoutCode(text).trim(), line: lineAt(pos) });
    }
    if (STRINGS.has(node.kind)) {
      const { text } = node as ts.LiteralLikeNode;
      if (text.trim().split(/\s+/).length >= 3)
        prose.push({ text: withoutCode(text), line: lineAt(node.getStart(file)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return prose;
}

function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, 'code').replace(/https?:\/\/\S+/g, 'URL');
}
