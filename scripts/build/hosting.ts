/** How many files Cloudflare Workers takes as assets of one version, by plan (November 2026), and how large one may be. */
const PLANS = { free: 20_000, paid: 100_000 };
const LARGEST = 25 * 1024 * 1024;

/**
 * Says how much a build is, and whether the hosting plans take it.
 * @param sizes of all its files, in bytes
 */
export function hostingReport(sizes: readonly number[]): string {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const count = sizes.length.toLocaleString('en');
  const fits = Object.entries(PLANS).map(([plan, files]) => {
    const taken = sizes.length <= files ? 'fits' : 'too many, pack them (npm run pack)';
    return `${plan} plan ${files.toLocaleString('en')}: ${taken}`;
  });
  const size = largest <= LARGEST ? 'fits' : 'too large';
  return [
    `${count} files (Cloudflare Workers, ${fits.join('; ')}), ${megabytes(bytes)} in all`,
    `the largest ${megabytes(largest)} (of ${megabytes(LARGEST)}: ${size})`,
  ].join(', ');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
