import path from 'node:path';
import type { SubmissionState } from '#contract/submission.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createFailedOriginCheck, createOriginCheck } from '../origin-check.fixture.ts';
import { type LocalRegistry, type LocalRegistryOptions, openLocalRegistry } from './local-registry.ts';

/** A local registry in a temporary folder, with publishers that exist only in memory. */
export interface TestRegistry {
  readonly folder: string;
  readonly dataDir: string;
  readonly registryDir: string;
  /** The manifest changes of each origin. An origin that is absent serves nothing. */
  readonly served: Map<string, Partial<Manifest03>>;
  /** The number of checks per origin. */
  readonly checks: Map<string, number>;
  readonly told: Listing[];
  readonly broken: BrokenFile[];
  readonly faults: unknown[];
  open(changes?: Partial<LocalRegistryOptions>): Promise<LocalRegistry>;
  /** Closes all open registries and removes the folder. */
  remove(): Promise<void>;
}

export async function testRegistry(): Promise<TestRegistry> {
  const folder = await makeTemporaryFolder('local-registry-');
  const opened: LocalRegistry[] = [];
  const served: TestRegistry['served'] = new Map();
  const checks = new Map<string, number>();
  const told: Listing[] = [];
  const broken: BrokenFile[] = [];
  const faults: unknown[] = [];
  const dataDir = path.join(folder, 'data');
  const registryDir = path.join(folder, 'registry');

  async function verify({ url }: Origin) {
    checks.set(url, (checks.get(url) ?? 0) + 1);
    await new Promise(resolve => setTimeout(resolve, 2));
    const manifest = served.get(url);
    return manifest ? createOriginCheck(url, sampleManifest(manifest)) : createFailedOriginCheck(url);
  }

  return {
    folder,
    dataDir,
    registryDir,
    served,
    checks,
    told,
    broken,
    faults,
    async open(changes = {}) {
      const registry = await openLocalRegistry({
        dataDir,
        registryDir,
        verify,
        local: true,
        siteName: 'Harbor APIs',
        onListing: listing => void told.push(listing),
        onBroken: file => void broken.push(file),
        onFault: fault => void faults.push(fault),
        ...changes,
      });
      opened.push(registry);
      return registry;
    },
    async remove() {
      for (const registry of opened) await registry.close();
      await removeFolder(folder);
    },
  };
}

/** Parses a URL to its origin. */
export function originOfServer(address: string): Origin {
  const result = parseOrigin(address);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** Submits a URL and waits for the decision. */
export async function submitted(registry: LocalRegistry, address: string): Promise<SubmissionState> {
  const { submission_id } = await registry.submissions.submit(originOfServer(address), {});
  return decided(registry, submission_id);
}

/** Waits for the decision on a submission. */
export async function decided(registry: LocalRegistry, id: string): Promise<SubmissionState> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; ) {
    const state = await registry.submissions.status(id);
    if (!state) throw new Error(`Submission ${id} does not exist.`);
    if (state.status === 'approved' || state.status === 'rejected') return state;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  throw new Error(`Submission ${id} is still open.`);
}
