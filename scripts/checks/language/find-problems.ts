import path from 'node:path';
import { extractProse } from './extract-prose.ts';
import { ODD_NAME_WORDS, ODD_PHRASES } from './phrases.ts';

const EXPORT = /^export (?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** Returns one line for each odd phrase in the prose of a file. */
export function findOddPhrases(file: string, source: string): string[] {
  return extractProse(file, source).flatMap(({ text, line }) =>
    ODD_PHRASES.flatMap(({ pattern, instead }) => {
      const hit = pattern.exec(text)?.[0];
      return hit === undefined ? [] : [`${file}:${line}: "${hit.trim()}"; use: ${instead}.`];
    }),
  );
}

/** Returns one line for each odd word in the name of a file or of an exported identifier. */
export function findOddNames(file: string, source: string): string[] {
  const stem = path.basename(file).split('.')[0] ?? '';
  const names = [stem, ...Array.from(source.matchAll(EXPORT), ([, name = '']) => name)];
  return names.flatMap(name => {
    const word = name.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).find(each => ODD_NAME_WORDS.has(each.toLowerCase()));
    return word === undefined ? [] : [`${file}: rename ${name}; "${word}" is not a term of the field.`];
  });
}

const EXPORTED_FUNCTION =
  /^export (?:async )?(?:function\*? |const (?=\w+ = (?:async )?\([^()]*\)(?:: [^=]+)? =>))(\w+)/;

/**
 * Returns one line for each exported function without a docstring. Overloads share one, and code for tests needs none.
 */
export function findMissingDocstrings(file: string, source: string): string[] {
  if (!file.endsWith('.ts') || /\.(?:test|fixture)\.ts$/.test(file)) return [];
  const lines = source.split('\n');
  const documented = new Set<string>();
  return lines.flatMap((line, index) => {
    const name = EXPORTED_FUNCTION.exec(line)?.[1];
    if (name === undefined || documented.has(name)) return [];
    documented.add(name);
    const isDocumented = lines[index - 1]?.endsWith('*/') === true;
    return isDocumented ? [] : [`${file}:${index + 1}: describe ${name} in a docstring.`];
  });
}
