import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { isTimestamp } from '#listing/time/timestamp.ts';
import { isObject, type JsonObject } from '#manifest/json-object.ts';
import { writeDurably } from '../durable-file.ts';

/** An open submission of a local registry. */
export interface QueuedSubmission {
  readonly state: OpenSubmission;
  /** The parsed `url`. */
  readonly origin: Origin;
  /**
   * Whether it was submitted with local privileges, to which quota and backoff do not apply. Undefined if the setting
   * of the registry applies.
   */
  readonly isPrivileged: boolean | undefined;
}

/** The content of the file of an open submission. */
interface StoredSubmission extends OpenSubmission {
  readonly isPrivileged?: boolean;
}

/**
 * The submissions of a local registry, with one file each: `open/<id>.json` until the decision, then `done/<id>.json`.
 */
export interface SubmissionFiles {
  /**
   * Creates the id of a submission, which sorts after all earlier ones, even if the clock was set back: `prune` would remove
   * the submission soon after its decision.
   *
   * @param now milliseconds since 1970
   */
  createId(now: number): string;
  /** Stores an open submission. After this, it survives a crash. */
  add(submission: QueuedSubmission): Promise<void>;
  /** Stores the final state of a submission. */
  finish(submission: SubmissionState): Promise<void>;
  /** The final state of a submission. Undefined for any other id. */
  finished(id: string): Promise<SubmissionState | undefined>;
  /** The undecided submissions, oldest first. */
  open(): Promise<QueuedSubmission[]>;
  /** Removes all but the last `kept` decided submissions. Uses a count because a clock may be wrong. */
  prune(kept?: number): Promise<void>;
}

const DEFAULT_KEPT = 10_000;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Creates an id (UUID version 7). Ids sort by creation time in milliseconds. */
export function submissionId(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8(0x70 | ((bytes[6] ?? 0) & 0x0f), 6);
  bytes.writeUInt8(0x80 | ((bytes[8] ?? 0) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the time of an id in milliseconds since 1970. 0 without an id. */
function parseTime(id = '0'): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

/**
 * Opens the submissions below a folder, which is created if it does not exist. A damaged file is renamed to
 * `<name>.damaged` when it is read, and then counts as missing.
 *
 * @param onDamaged called with the path of each damaged file after the rename
 */
export async function submissionFiles(folder: string, onDamaged: (file: string) => void): Promise<SubmissionFiles> {
  const openFile = (id: string) => path.join(folder, 'open', `${id}.json`);
  const doneFile = (id: string) => path.join(folder, 'done', `${id}.json`);
  let lastTime = 0;
  for (const part of ['open', 'done']) {
    await mkdir(path.join(folder, part), { recursive: true });
    const names = await readdir(path.join(folder, part));
    const drafts = names.filter(name => name.endsWith('.draft'));
    for (const draft of drafts) await rm(path.join(folder, part, draft), { force: true, recursive: true });
    lastTime = Math.max(lastTime, parseTime(toIds(names).at(-1)));
  }

  async function read<T>(file: string, isValid: (value: unknown) => value is T): Promise<T | undefined> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      if (error.code === 'EISDIR') return '';
      throw error;
    });
    if (text === undefined) return undefined;
    const value = parseText(text);
    if (isValid(value)) return value;
    await rename(file, `${file}.damaged`);
    onDamaged(file);
    return undefined;
  }

  const readOpen = (id: string) => read(openFile(id), (value): value is StoredSubmission => isOpen(value, id));
  const readDone = (id: string) => read(doneFile(id), (value): value is SubmissionState => isDone(value, id));

  return {
    createId(now) {
      lastTime = Math.max(now, lastTime + 1);
      return submissionId(lastTime);
    },
    async add({ state, isPrivileged }) {
      const stored: StoredSubmission = { ...state, ...(isPrivileged !== undefined && { isPrivileged }) };
      await writeDurably(openFile(state.submission_id), `${JSON.stringify(stored)}\n`);
    },
    async finish(submission) {
      await writeDurably(doneFile(submission.submission_id), `${JSON.stringify(submission)}\n`);
      await rm(openFile(submission.submission_id), { force: true });
    },
    async finished(id) {
      return ID.test(id) ? readDone(id) : undefined;
    },
    async open() {
      const submissions: QueuedSubmission[] = [];
      for (const id of await ids(path.join(folder, 'open'))) {
        const stored = await readOpen(id);
        if (await readDone(id)) await rm(openFile(id), { force: true });
        else if (stored) submissions.push(...toQueued(stored));
      }
      return submissions;
    },
    async prune(kept = DEFAULT_KEPT) {
      const done = await ids(path.join(folder, 'done'));
      for (const id of done.slice(0, Math.max(0, done.length - kept)))
        await rm(doneFile(id), { force: true, recursive: true });
    },
  };
}

/** Parses the origin of a stored submission, so that no later step has to. */
function toQueued({ isPrivileged, ...state }: StoredSubmission): QueuedSubmission[] {
  const origin = parseOrigin(state.url);
  return origin.ok ? [{ state, origin: origin.value, isPrivileged }] : [];
}

async function ids(folder: string): Promise<string[]> {
  return toIds(await readdir(folder));
}

/** Returns the ids of files, oldest first. */
function toIds(names: readonly string[]): string[] {
  return names
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .filter(name => ID.test(name))
    .sort();
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isOpen(value: unknown, id: string): boolean {
  return isOf(value, id) && (value.status === 'pending' || value.status === 'validating');
}

/** Checks the members that clients and this registry rely on. The report is not checked. */
function isDone(value: unknown, id: string): boolean {
  if (!isOf(value, id) || !('report' in value)) return false;
  if (value.status === 'approved') return typeof value.outcome === 'string' && Array.isArray(value.similar_names);
  return value.status === 'rejected' && typeof value.reason === 'string' && Array.isArray(value.errors);
}

function isOf(value: unknown, id: string): value is JsonObject {
  if (!isObject(value)) return false;
  const { submission_id, listing_id, url, created_at, updated_at } = value;
  const origin = typeof url === 'string' ? parseOrigin(url) : undefined;
  const isOwn = submission_id === id && origin?.ok === true && origin.value.id === listing_id;
  return isOwn && isTimestamp(created_at) && isTimestamp(updated_at);
}
