import { readFile } from 'node:fs/promises';

/**
 * A mix of 100 requests to a registry that agents and pages use: clients follow the links of documents, pages embed
 * badges, and a quarter of the requests are for pages and queries. `isFile` is false if the build has no file at the
 * path, so that the Worker responds.
 */
const MIX: readonly { readonly path: string; readonly weight: number; readonly isFile: boolean }[] = [
  { path: '/listings/api.example.com.json', weight: 30, isFile: true },
  { path: '/listings/by/category/weather/1.json', weight: 20, isFile: true },
  { path: '/badges/api.example.com.svg', weight: 15, isFile: true },
  { path: '/listings.json', weight: 5, isFile: true },
  { path: '/feed.json', weight: 3, isFile: true },
  { path: '/export/index.json', weight: 2, isFile: true },
  { path: '/apis/api.example.com/', weight: 12, isFile: false },
  { path: '/', weight: 3, isFile: false },
  { path: '/listings', weight: 10, isFile: false },
];

/**
 * Returns the share of the requests of the mix that run the Worker, from 0 to 1: those without a file, and those that
 * `run_worker_first` of `wrangler.jsonc` includes.
 */
export async function workerShare(configuration = 'wrangler.jsonc'): Promise<number> {
  const text = (await readFile(configuration, 'utf8')).replace(/^\s*\/\/.*$/gm, '');
  const patterns: readonly string[] = JSON.parse(text).assets.run_worker_first;
  const first = patterns.map(glob => new RegExp(`^${glob.split('*').map(RegExp.escape).join('.*')}$`));
  const total = MIX.reduce((sum, { weight }) => sum + weight, 0);
  const run = MIX.filter(({ path, isFile }) => !isFile || first.some(each => each.test(path)));
  return run.reduce((sum, { weight }) => sum + weight, 0) / total;
}
