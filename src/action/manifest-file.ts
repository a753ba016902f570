import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { checkManifestText } from '#cli/manifest/check-manifest-text.ts';
import type { SubjectReport } from '#cli/manifest/check-outcome.ts';

/** A manifest that was read and checked: with its bytes, or why there is none. */
export type CheckedManifest = (SubjectReport & { readonly bytes: Uint8Array }) | { readonly refusal: string };

/**
 * Reads and checks the manifest in a workspace. What it says is repeated in comments, so it is not read through a link
 * that leads out of the repository or into `.git`, where a checkout may have left its token.
 *
 * @param file its path from the workspace, sound
 */
export async function checkedManifest(workspace: string, file: string): Promise<CheckedManifest> {
  try {
    const root = await realpath(workspace);
    const real = await realpath(path.join(root, file));
    const inside = path.relative(root, real).split(path.sep);
    if (inside[0] === '..' || inside.includes('.git'))
      return { refusal: 'It is a link that leads out of the files of the repository.' };
    const bytes = await readFile(real);
    return { ...checkManifestText(bytes, file), bytes };
  } catch (error) {
    return { refusal: whyNot(error) };
  }
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return 'There is no such file. Is the repository checked out, and is the input "manifest" right?';
  if (code === 'EISDIR') return 'It is a folder; name the file in it.';
  if (code === undefined) throw error;
  return `It cannot be read (${code}).`;
}
