import { Problem } from '../http/problem.ts';
import { textResponse } from '../http/response.ts';
import type { Assets } from './assets.ts';

/**
 * Returns the file of the build; creates the document only without one, because that reads many listings. It does not wait
 * for the first build of a server.
 */
export async function builtOr(
  assets: Assets,
  path: string,
  type: string,
  create: () => Promise<string>,
): Promise<Response> {
  const built = await assets.fetch(path).catch(ignoreUnavailable);
  return textResponse(built ? new Uint8Array(await built.arrayBuffer()) : await create(), type);
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof Problem && error.type === 'unavailable')) throw error;
}
