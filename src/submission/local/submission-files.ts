import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import { writeDurably } from './durable-file.ts';

/** The submissions of a local registry, one file each: `open/<id>.json` until they are decided, then `done/<id>.json`. */
export interface SubmissionFiles {
  /** Keeps an open submission; once this returns, it outlives this process. */
  add(submission: OpenSubmission): Promise<void>;
  /** Keeps how a submission was decided. */
  finish(submission: SubmissionState): Promise<void>;
  /** The state of a decided submission; undefined for any other id. */
  finished(id: string): Promise<SubmissionState | undefined>;
  /** The submissions that were taken in and not decided, oldest first. */
  open(): Promise<OpenSubmission[]>;
  /** Forgets what was decided before the last `kept` ones; by their number, since a clock may be wrong. */
  prune(kept?: number): Promise<void>;
}

const KEPT = 10_000;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A new id (UUID version 7): ids sort by the millisecond that they were made in. */
export function submissionId(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8(0x70 | ((bytes[6] ?? 0) & 0x0f), 6);
  bytes.writeUInt8(0x80 | ((bytes[8] ?? 0) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Opens the submissions below a folder, which is made when it is missing. */
export async function submissionFiles(folder: string): Promise<SubmissionFiles> {
  const openFile = (id: string) => path.join(folder, 'open', `${id}.json`);
  const doneFile = (id: string) => path.join(folder, 'done', `${id}.json`);
  for (const part of ['open', 'done']) {
    await mkdir(path.join(folder, part), { recursive: true });
    const drafts = (await readdir(path.join(folder, part))).filter(name => name.endsWith('.draft'));
    for (const draft of drafts) await rm(path.join(folder, part, draft), { force: true });
  }

  return {
    async add(submission) {
      await writeDurably(openFile(submission.submission_id), `${JSON.stringify(submission)}\n`);
    },
    async finish(submission) {
      await writeDurably(doneFile(submission.submission_id), `${JSON.stringify(submission)}\n`);
      await rm(openFile(submission.submission_id), { force: true });
    },
    async finished(id) {
      return ID.test(id) ? read<SubmissionState>(doneFile(id)) : undefined;
    },
    async open() {
      const submissions: OpenSubmission[] = [];
      for (const id of await ids(path.join(folder, 'open'))) {
        const submission = await read<OpenSubmission>(openFile(id));
        if (await read(doneFile(id))) await rm(openFile(id), { force: true });
        else if (submission) submissions.push(submission);
      }
      return submissions;
    },
    async prune(kept = KEPT) {
      const done = await ids(path.join(folder, 'done'));
      for (const id of done.slice(0, Math.max(0, done.length - kept))) await rm(doneFile(id), { force: true });
    },
  };
}

async function ids(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .map(name => name.replace(/\.json$/, ''))
    .filter(name => ID.test(name))
    .sort();
}

async function read<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
