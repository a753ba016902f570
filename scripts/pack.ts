/**
 * `npm run pack`: packs what `npm run build` wrote into fewer files, for hosts that do not take so many. Only the Worker can
 * answer from packs; a plain file host cannot.
 *   BUILD_DIR   what is packed (./dist)
 *   PACKED_DIR  where the result goes, anew each time (./dist-packed)
 */
import path from 'node:path';
import { packBuild } from '#build/pack-build.ts';

const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
const target = path.resolve(process.env.PACKED_DIR ?? 'dist-packed');
try {
  const { before, after } = packBuild(folder, target);
  console.log(`${before.toLocaleString('en')} files packed to ${after.toLocaleString('en')}`);
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
