import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import type { Addresses } from '#edge/config.ts';
import { getDefaultSurfaceUrls } from '#listing/public-url.ts';
import type { Target } from './target.ts';

/** The command line of `npm run smoke`. */
export interface SmokeOptions {
  /** Undefined to test the build. */
  readonly registry: string | undefined;
  readonly site: string | undefined;
  readonly validator: string | undefined;
  readonly mcp: string | undefined;
  readonly readOnly: boolean;
  readonly commit: string | undefined;
  readonly waitSeconds: number;
  readonly maxAgeHours: number | undefined;
}

const USAGE = `Usage: npm run smoke -- [URL] [options]

Tests a running registry from outside: every endpoint, both transports of the MCP server, headers, and a rejected
submission. Without a URL, tests the build in dist as the Worker serves it.

  --site URL, --validator URL, --mcp URL  URLs of these surfaces, unless they are under the URL of the registry
  --read-only      expect that the registry does not accept submissions
  --commit SHA     expect that the registry serves this commit
  --wait SECONDS   maximum seconds to wait for a response, and for the commit (default: 0)
  --max-age HOURS  maximum age of the newest data

Exit status: 0 all checks pass, 1 a check fails, 2 could not run.`;

/**
 * @throws HelpRequest if the arguments contain --help
 * @throws UsageError naming the invalid argument
 */
export function parseSmokeOptions(args: readonly string[]): SmokeOptions {
  const { positionals, values } = parseScriptArgs(USAGE, {
    args: [...args],
    allowPositionals: true,
    options: {
      site: { type: 'string' },
      validator: { type: 'string' },
      mcp: { type: 'string' },
      'read-only': { type: 'boolean', default: false },
      commit: { type: 'string' },
      wait: { type: 'string', default: '0' },
      'max-age': { type: 'string' },
    },
  });
  if (positionals.length > 1) throw new UsageError(`Unexpected argument "${positionals[1]}". Pass one URL.`);
  const maxAge = values['max-age'];
  return {
    registry: parseUrl('URL', positionals[0]),
    site: parseUrl('--site', values.site),
    validator: parseUrl('--validator', values.validator),
    mcp: parseUrl('--mcp', values.mcp),
    readOnly: values['read-only'],
    commit: values.commit,
    waitSeconds: parseNumber('--wait', values.wait),
    maxAgeHours: maxAge === undefined ? undefined : parseNumber('--max-age', maxAge),
  };
}

/** @param builtWorker the URLs of the build that the Worker serves, which accepts no submissions */
export function toTarget(options: SmokeOptions, builtWorker: Addresses | undefined): Target {
  const registry = builtWorker?.registry ?? options.registry ?? '';
  const defaults = getDefaultSurfaceUrls(registry);
  return {
    registry,
    site: builtWorker?.site ?? options.site ?? defaults.site,
    validator: builtWorker?.validator ?? options.validator ?? defaults.validator,
    mcp: builtWorker?.mcp ?? options.mcp ?? defaults.mcp,
    readOnly: options.readOnly || builtWorker !== undefined,
    commit: options.commit,
    maxAgeHours: options.maxAgeHours,
  };
}

function parseUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(`Invalid value for ${name}: "${text}". Use an http or https URL.`);
}

function parseNumber(name: string, text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(`Invalid value for ${name}: "${text}". Use a number.`);
}
