import { textResponse } from '../http/response.ts';
import type { Assets } from './assets.ts';

/** Returns the file of the build; creates the document only without one, because that reads many listings. */
export async function builtOr(
  assets: Assets,
  path: string,
  type: string,
  create: () => Promise<string>,
): Promise<Response> {
  const built = await assets.fetch(path);
  return textResponse(built ? new Uint8Array(await built.arrayBuffer()) : await create(), type);
}
