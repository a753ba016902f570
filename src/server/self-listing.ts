import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmissionState } from '#contract/submission.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { readDetail } from '#edge/routes/listings.ts';
import type { Origin } from '#listing/origin.ts';
import { parseSubmissionUrl } from '#submission/parse-submission-url.ts';
import type { Submissions } from '#submission/submission.ts';

export interface SelfListingOptions {
  /** The public URL of the registry. */
  readonly url: string;
  /** Whether the registry may list http and loopback origins. */
  readonly local: boolean;
  readonly submissions: Submissions;
  readonly catalog: () => Promise<Catalog>;
  readonly signal: AbortSignal;
}

/** Lists the registry in itself, as any publisher would: it serves its manifest and submits its URL. */
export interface SelfListing {
  /** Submits the registry unless it is verified, and waits for the decision. */
  submit(): Promise<void>;
  /** Why the registry is not listed, for `/health`. Empty if it is, or if nothing was tried yet. */
  problems(): readonly string[];
}

const POLL_INTERVAL_MS = 50;

/** Creates the listing of the registry's own API, which is submitted like any other. */
export function createSelfListing({ url, local, submissions, catalog, signal }: SelfListingOptions): SelfListing {
  let problem: string | undefined;

  async function submitOrigin(origin: Origin): Promise<string | undefined> {
    let state: SubmissionState | undefined = await submissions.submit(origin, { isPrivileged: local });
    while (state?.status === 'pending' || state?.status === 'validating') {
      await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false });
      state = await submissions.status(state.submission_id);
    }
    if (state?.status !== 'rejected') return undefined;
    return [state.reason, ...state.errors.map(({ message }) => message)].join(' ');
  }

  return {
    async submit() {
      const origin = parseSubmissionUrl(url, local);
      try {
        const reason = origin.ok
          ? (await isSettled(await catalog(), origin.value.id))
            ? undefined
            : await submitOrigin(origin.value)
          : origin.error.message;
        problem = reason && `This registry cannot list itself at ${url}. ${reason} ${FIX}`;
      } catch (error) {
        if (signal.aborted) return;
        problem = `This registry cannot list itself at ${url}. ${error instanceof Error ? error.message : error} ${FIX}`;
      }
    },
    problems: () => (problem === undefined ? [] : [problem]),
  };
}

/**
 * Returns why a registry whose submissions go through GitHub is not listed in itself, for `/health`. Its server does not
 * write the records: the workflow Revalidation lists it at its public URL.
 *
 * @param has whether a listing exists
 */
export function describeMissingListing(url: string, has: (id: string) => boolean): readonly string[] {
  const origin = parseSubmissionUrl(url, false);
  if (!origin.ok || has(origin.value.id)) return [];
  return [
    `This registry does not list itself at ${url} yet. With submissions through GitHub, the workflow Revalidation lists it, and the next deployment serves the listing. To disable this, set SELF_LISTING=off here and in the workflow.`,
  ];
}

const FIX = 'Set REGISTRY_URL to a URL at which this server is reachable, or SELF_LISTING=off.';

/** Revalidation keeps a verified listing current, and a withdrawn one stays so. */
async function isSettled(catalog: Catalog, id: string): Promise<boolean> {
  const detail = await readDetail(id, catalog);
  return detail?.status === 'verified' || detail?.status === 'withdrawn';
}
