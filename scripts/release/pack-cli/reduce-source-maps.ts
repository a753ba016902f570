import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly mappings: string;
}

/**
 * Keeps one mapping for each line of the sources in all source maps below a folder. An error still has its file and line, and
 * the maps take half of the space.
 */
export async function reduceSourceMaps(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter(file => file.endsWith('.js.map'))) {
    const file = path.join(folder, name);
    const map: SourceMap = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...map, mappings: reduceMappings(map.mappings) }));
  }
}

/** Removes the mappings of each generated line that lead to the same line of a source as the one before. */
export function reduceMappings(mappings: string): string {
  return encode(decode(mappings).map(segments => segments.filter((each, at) => !hasSameLine(each, segments[at - 1]))));
}

function hasSameLine(one: SourceMapSegment, other: SourceMapSegment | undefined): boolean {
  return other !== undefined && one[1] === other[1] && one[2] === other[2];
}
