import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Stamps } from '#store/file-stamps.ts';
import type { Extent } from '../hosting.ts';
import type { Progress } from '../progress.ts';
import { finishedParts, getFolderId } from '../tree.ts';
import { runThread } from '../workers/thread.ts';
import { findInputs, type InputKey, type PendingBuild } from './input-key.ts';
import { checkOutput, createOutputCheck, type OutputCheck } from './output-check.ts';

/** The result of a build. */
export interface BuildResult {
  readonly listings: number;
  readonly extents: readonly Extent[];
  /** Whether another build of the same inputs has nothing to report, because no record is broken. */
  readonly isClean: boolean;
}

/** The content of the state file: a build, and what shows whether another one would produce the same files. */
interface StoredBuild extends BuildResult {
  /** Identifies the output folder. Another build replaces it. */
  readonly folder: string;
  readonly inputs: InputKey;
  /** The reports of the parts (`Progress.ended`). Each starts with the number of files that the build generated. */
  readonly reports: readonly (readonly [part: string, result: string])[];
}

/**
 * The state of the last build in a file next to its output. It shows that nothing has changed since, without reading a
 * record: by the inputs' timestamps (`findInputs`), and by the sizes and times of the files in the output.
 */
export class LastBuild {
  readonly #build: PendingBuild;
  readonly #target: string;
  readonly #stagingDir: string;
  readonly #reports: (readonly [part: string, result: string])[] = [];
  #inputs: InputKey | undefined;
  #stamps: Stamps | undefined;
  #isOutputAsWritten: Promise<boolean> = Promise.resolve(false);

  constructor(build: PendingBuild, target: string, stagingDir: string) {
    this.#build = build;
    this.#target = target;
    this.#stagingDir = stagingDir;
  }

  /**
   * Reports the last build again if its inputs and its output are unchanged.
   * @returns its result without generated files; undefined if something may have changed
   */
  async repeat(progress: Progress): Promise<BuildResult | undefined> {
    const stored = this.#read();
    const parts = stored && finishedParts(this.#target, this.#stagingDir);
    // A thread checks the output while this one compares the inputs, and then checks the rest of the output with it.
    const check = parts && createOutputCheck(parts);
    if (check) this.#isOutputAsWritten = checkInThread(check);
    this.#isOutputAsWritten.catch(() => undefined);
    const { current, compared, stamps } = await findInputs(this.#build, stored?.inputs.recent);
    this.#inputs = current;
    this.#stamps = stamps;
    if (!check || stored?.inputs.key !== compared) return undefined;
    if (!checkOutput(check) || !(await this.#isOutputAsWritten)) return undefined;
    // The next build need not read the files that are no longer recent.
    if (stored.inputs.recent.length > 0) this.#write({ ...stored, inputs: current });
    for (const [part, result] of stored.reports) progress.ended(part, result.replace(/^\d+/, '0'));
    return { ...stored, extents: stored.extents.map(extent => ({ ...extent, made: 0 })) };
  }

  /** Whether all files of the output are as the last build wrote them; false if unknown. `repeat` starts the comparison. */
  get isOutputAsWritten(): Promise<boolean> {
    return this.#isOutputAsWritten;
  }

  /** The stamps of the files that `repeat` found. */
  get stamps(): Stamps | undefined {
    return this.#stamps;
  }

  /** Returns a progress that also records the reports for `save`. */
  record(progress: Progress): Progress {
    return {
      at: progress.at,
      ended: (part, result) => {
        this.#reports.push([part, result]);
        progress.ended(part, result);
      },
    };
  }

  /** Saves a build of the inputs that `repeat` found, once its output is in place. */
  save({ listings, extents, isClean }: BuildResult): void {
    if (!isClean || this.#inputs === undefined) return;
    const stored: StoredBuild = {
      folder: getFolderId(this.#target),
      inputs: this.#inputs,
      reports: this.#reports,
      listings,
      extents,
      isClean,
    };
    this.#write(stored);
  }

  #write(stored: StoredBuild): void {
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, JSON.stringify(stored));
    renameSync(draft, this.#file);
  }

  get #file(): string {
    return path.join(this.#stagingDir, 'last-build');
  }

  /** Undefined if there is no such build, if its output was replaced, or if the file is damaged. */
  #read(): StoredBuild | undefined {
    try {
      const stored: Partial<StoredBuild> | null = JSON.parse(readFileSync(this.#file, 'utf8'));
      const { folder, inputs, reports, extents } = stored ?? {};
      const isUsable = Array.isArray(reports) && Array.isArray(extents) && Array.isArray(inputs?.recent);
      return isUsable && folder === getFolderId(this.#target) ? (stored as StoredBuild) : undefined;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function checkInThread(check: OutputCheck): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const ended = runThread<boolean>('output-thread', check, {
    onMessage: resolve,
    messages: [],
    signal: new AbortController().signal,
  });
  ended.then(() => reject(new Error('The thread ended without a result.')), reject);
  return promise;
}
