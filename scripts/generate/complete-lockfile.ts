/**
 * Adds optional platform packages to package-lock.json that `npm install` omitted.
 *
 * If a package registry lacks the package of a platform, npm silently omits it from the lockfile, and `npm ci` then rejects
 * the lockfile ("Missing: … from lock file"). Run this script after every `npm install`. It needs no network access and does
 * not change a complete lockfile. The added entries have no integrity hash; decision 13 lists them.
 */
import { readFile, writeFile } from 'node:fs/promises';

interface Entry {
  version: string;
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Entry> };

const SYSTEMS = 'darwin linux win32 android freebsd openbsd netbsd sunos aix openharmony'.split(' ');
const PROCESSORS = 'arm64 x64 ia32 arm ppc64 s390x riscv64 loong64 mips64el wasm32'.split(' ');
const added: string[] = [];
for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (canResolve(owner, name)) continue;
    const exact = range.replace(/^[\^~]/, '');
    lock.packages[`node_modules/${name}`] = {
      version: exact,
      ...parsePlatform(name),
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added.push(`${name}@${exact}`);
  }
}

const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
if (added.length) await writeFile(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(added.length ? `added ${added.length}: ${added.join(', ')}` : 'package-lock.json is complete');

/** True if `name` resolves from the folder of `owner`: in its node_modules or in those of a parent folder. */
function canResolve(owner: string, name: string): boolean {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

/** Returns the platform in a package name as npm's `os`, `cpu`, and `libc`, so that npm skips the package on other platforms. */
function parsePlatform(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const parts = name.split(/[/-]/);
  const os = parts.map(part => part.replace('windows', 'win32')).find(part => SYSTEMS.includes(part));
  const cpu = parts.map(part => part.replace(/^64$/, 'x64')).find(part => PROCESSORS.includes(part));
  const libc = parts.some(part => part.startsWith('musl')) ? 'musl' : parts.some(isGnu) ? 'glibc' : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

function isGnu(part: string): boolean {
  return part.startsWith('gnu');
}
