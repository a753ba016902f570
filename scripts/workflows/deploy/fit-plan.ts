import { MAX_FILES } from '#build/hosting.ts';
import { listFiles } from '#build/list-files.ts';
import { packBuild } from '#build/pack-build.ts';

/** The plans of the platform. */
export type HostingPlan = keyof typeof MAX_FILES;

/**
 * Packs a build if it has more files than the plan allows.
 *
 * @param plan CLOUDFLARE_PLAN; empty for the free plan
 * @param maxFiles the limit of files, which tests replace
 * @returns the folder to deploy
 * @throws RangeError if the plan is unknown, or if the packed build has too many files, too
 */
export async function fitPlan(
  folder: string,
  packedFolder: string,
  plan: string,
  log: (line: string) => void,
  maxFiles: Readonly<Record<HostingPlan, number>> = MAX_FILES,
): Promise<string> {
  if (plan !== '' && !(plan in maxFiles))
    throw new RangeError(`Invalid value for CLOUDFLARE_PLAN: "${plan}". Use ${Object.keys(maxFiles).join(' or ')}.`);
  const limit = maxFiles[(plan || 'free') as HostingPlan];
  const files = [...listFiles(folder)].length;
  if (files <= limit) return folder;
  const { after } = await packBuild(folder, packedFolder);
  const format = (count: number) => count.toLocaleString('en');
  if (after > limit)
    throw new RangeError(`The build has ${format(after)} packed files, more than the limit of ${format(limit)}.`);
  log(`Packed ${format(files)} files to ${format(after)}, because the plan allows ${format(limit)}.`);
  return packedFolder;
}
