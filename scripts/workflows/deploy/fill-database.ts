import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseStoredVersions } from '#build/d1/difference.ts';
import { describeChange, writeDatabaseSql } from '#build/d1/write-database-sql.ts';
import { findFailure, type Wrangler } from '#setup/cloudflare/wrangler.ts';

export interface DatabaseContext {
  readonly wrangler: Wrangler;
  readonly log: (line: string) => void;
}

interface WorkerConfig {
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly d1_databases?: readonly { readonly binding: string; readonly database_name?: string | undefined }[];
}

/** Returns the name of the database that the Worker queries. Undefined if it uses the index of the build. */
export function findBoundDatabase({ vars = {}, d1_databases = [] }: WorkerConfig): string | undefined {
  if (vars.QUERY_ENGINE !== 'd1') return undefined;
  return d1_databases.find(({ binding }) => binding === 'DB')?.database_name;
}

/** Restores the state of a database before a deployment. Returns false if that fails. */
export type RestoreDatabase = () => Promise<boolean>;

/**
 * Writes the changes of a build to a D1 database. A database that is empty, or that another version of the software wrote in
 * another format, gets all tables.
 *
 * @param name the name of the database in wrangler.jsonc
 * @param folder the build
 * @returns how to restore the earlier state, for a deployment that fails after this
 * @throws RangeError if the database cannot be read or written; it then has its earlier state
 */
export async function fillDatabase(
  name: string,
  folder: string,
  { wrangler, log }: DatabaseContext,
): Promise<RestoreDatabase> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'd1-'));
  const file = path.join(temporary, 'changes.sql');
  const remote = ['d1', 'execute', name, '--remote'];
  try {
    const query = [...remote, '--json', '--command', 'SELECT number, version FROM listings'];
    const run = await wrangler(query, { quiet: true });
    const { ok, output } = run;
    const message = findFailure(run)?.message ?? output;
    const isEmpty = !ok && /no such table/.test(message);
    if (!ok && !isEmpty) throw new RangeError(`Cannot read the database ${name}: ${message}`);
    const change = await writeDatabaseSql(folder, file, isEmpty ? undefined : parseStoredVersions(output));
    log(`Database ${name}: ${describeChange(change)}`);
    if (!change.isInitial && change.put + change.gone === 0) return async () => true;
    // No version of the Worker queries an empty database, so only a filled one needs a way back.
    const restore = isEmpty ? async () => true : await createRestore(name, { wrangler, log });
    const written = await wrangler([...remote, '--yes', '--file', file]);
    if (written.ok) return restore;
    await restore();
    throw new RangeError(`Cannot write the database ${name}. See the output of wrangler above.`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Remembers the state of a database (D1, Time Travel: each state of the last 7 or 30 days has a bookmark).
 * @throws RangeError if the state is unknown, because a failed deployment could not restore it
 */
async function createRestore(name: string, { wrangler, log }: DatabaseContext): Promise<RestoreDatabase> {
  const { ok, output } = await wrangler(['d1', 'time-travel', 'info', name, '--json'], { quiet: true });
  const bookmark = ok ? (JSON.parse(output) as { readonly bookmark?: string }).bookmark : undefined;
  if (bookmark === undefined)
    throw new RangeError(`Cannot read the bookmark of the database ${name}, so a rollback could not restore it.`);
  log(`Database ${name}: the bookmark before this deployment is ${bookmark}.`);
  return async () => {
    // With --json, wrangler does not ask for a confirmation.
    const restored = await wrangler(['d1', 'time-travel', 'restore', name, '--bookmark', bookmark, '--json']);
    log(
      restored.ok
        ? `Database ${name}: restored the state before this deployment.`
        : `Database ${name}: cannot restore. Run npx wrangler d1 time-travel restore ${name} --bookmark ${bookmark}.`,
    );
    return restored.ok;
  };
}
