/** How many files Cloudflare Workers takes as assets of one version, by plan (November 2026), and how large one may be. */
const PLANS = { free: 20_000, paid: 100_000 };
const LARGEST = 25 * 1024 * 1024;

/** How much some files are. */
export interface Extent {
  readonly files: number;
  /** How many of them were not there before. */
  readonly made: number;
  /** Of all together. */
  readonly bytes: number;
  /** The bytes of the largest. */
  readonly largest: number;
}

/** Says how much a build is, and whether the hosting plans take it. */
export function hostingReport(parts: readonly Extent[]): string {
  const files = parts.reduce((sum, part) => sum + part.files, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const largest = parts.reduce((most, part) => Math.max(most, part.largest), 0);
  const fits = Object.entries(PLANS).map(([plan, most]) => {
    const taken = files <= most ? 'fits' : 'too many, pack them (npm run pack)';
    return `${plan} plan ${most.toLocaleString('en')}: ${taken}`;
  });
  const size = largest <= LARGEST ? 'fits' : 'too large';
  return [
    `${files.toLocaleString('en')} files (Cloudflare Workers, ${fits.join('; ')}), ${megabytes(bytes)} in all`,
    `the largest ${megabytes(largest)} (of ${megabytes(LARGEST)}: ${size})`,
  ].join(', ');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
