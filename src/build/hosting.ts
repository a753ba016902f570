import { formatDecimal } from '#site/format/numbers.ts';

/**
 * The maximum number of asset files per version on Cloudflare Workers by plan, and the maximum file size (November
 * 2026).
 */
export const MAX_FILES = { free: 20_000, paid: 100_000 };
const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** The number and size of a group of files. */
export interface Extent {
  readonly files: number;
  /** How many of them did not exist before. */
  readonly made: number;
  /** The total size. */
  readonly bytes: number;
  /** The size of the largest file, in bytes. */
  readonly largest: number;
}

/** Reports the size of a build, and whether it fits the hosting plans. */
export function hostingReport(parts: readonly Extent[]): string {
  const files = parts.reduce((sum, part) => sum + part.files, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const largest = parts.reduce((most, part) => Math.max(most, part.largest), 0);
  const fits = Object.entries(MAX_FILES).map(([plan, most]) => {
    const limit = files <= most ? 'fits' : 'too many, pack them with npm run pack';
    return `${plan} plan ${formatDecimal(String(most))}: ${limit}`;
  });
  const size = largest <= MAX_FILE_BYTES ? 'fits' : 'too large';
  return [
    `${formatDecimal(String(files))} files (Cloudflare Workers, ${fits.join('; ')}), ${formatMegabytes(bytes)} in total`,
    `the largest ${formatMegabytes(largest)} (of ${formatMegabytes(MAX_FILE_BYTES)}: ${size})`,
  ].join(', ');
}

function formatMegabytes(bytes: number): string {
  return `${formatDecimal(String(Math.round(bytes / 1e5) / 10))} MB`;
}
