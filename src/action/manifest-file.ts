import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { checkManifestText } from '#cli/manifest/check-manifest-text.ts';
import type { SubjectReport } from '#cli/manifest/check-outcome.ts';

/** A checked manifest with its bytes, or the reason why it could not be checked. */
export type CheckedManifest = (SubjectReport & { readonly bytes: Uint8Array }) | { readonly refusal: string };

/**
 * Reads and checks the manifest in a workspace. Rejects symbolic links out of the repository and into `.git`, which can
 * contain a token, because comments repeat parts of the file.
 *
 * @param file its normalized path from the workspace
 */
export async function checkManifest(workspace: string, file: string): Promise<CheckedManifest> {
  try {
    const root = await realpath(workspace);
    const real = await realpath(path.join(root, file));
    const inside = path.relative(root, real).split(path.sep);
    if (inside[0] === '..' || inside.includes('.git'))
      return { refusal: 'It is a symbolic link to a file outside the repository.' };
    const bytes = await readFile(real);
    return { ...checkManifestText(bytes, file), bytes };
  } catch (error) {
    return { refusal: explainReadError(error) };
  }
}

function explainReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return 'File not found. Check out the repository first, and check the input "manifest".';
  if (code === 'EISDIR') return 'It is a directory. Use the path of a file.';
  if (code === undefined) throw error;
  return `Cannot read the file (${code}).`;
}
