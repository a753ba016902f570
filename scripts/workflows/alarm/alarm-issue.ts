import { instant } from '#listing/timestamp.ts';
import { place, type Repository } from '#submission/github/api/repository.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';

/** How a run of a workflow ended. */
export interface RunEnd {
  /** The workflow's name. */
  readonly name: string;
  /** As GitHub gives it: success, failure, timed_out, cancelled, skipped … */
  readonly conclusion: string;
  readonly runUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Issue {
  readonly number: number;
  readonly body?: string | null;
  readonly pull_request?: unknown;
}

/** The label of all alarms. */
const LABEL = 'alarm';

/** What is an alarm. A run that was cancelled or skipped says nothing, either way. */
const FAILED = new Set(['failure', 'timed_out', 'startup_failure']);

/**
 * Opens, updates or closes the issue of a workflow. There is at most one that is open; it is known by the first line of
 * its text, so its title may be changed and people may write in it.
 *
 * @returns what was done, in words
 * @throws Error when GitHub does not do it
 */
export async function keepAlarm(repository: Repository, end: RunEnd): Promise<string> {
  const open = await openAlarm(repository, end.name);
  if (FAILED.has(end.conclusion)) return open ? update(repository, open, end) : raise(repository, end);
  if (end.conclusion === 'success' && open) return clear(repository, open, end);
  return `Nothing to do: ${end.name} ended with ${end.conclusion}.`;
}

async function openAlarm(repository: Repository, name: string): Promise<Issue | undefined> {
  const query = { ...place(repository), labels: LABEL, state: 'open', per_page: 100 } as const;
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/issues', query);
  const mine = (data as readonly Issue[]).filter(
    ({ body, pull_request }) => !pull_request && body?.startsWith(mark(name)),
  );
  // The oldest, should two runs ever have opened one at the same time.
  return mine.at(-1);
}

async function raise(repository: Repository, end: RunEnd): Promise<string> {
  const issue = {
    title: `${end.name} fails`,
    labels: [LABEL],
    body: textOf(end, { count: 1, since: instant(end.now) }),
  };
  const { data } = await repository.octokit.request('POST /repos/{owner}/{repo}/issues', {
    ...place(repository),
    ...issue,
  });
  return `Opened #${data.number}.`;
}

async function update(repository: Repository, { number, body }: Issue, end: RunEnd): Promise<string> {
  const { count, since } = toldIn(body ?? '', end);
  await change(repository, number, { body: textOf(end, { count: count + 1, since }) });
  return `Updated #${number}: failed ${count + 1} times.`;
}

async function clear(repository: Repository, { number }: Issue, end: RunEnd): Promise<string> {
  const comment = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const body = `It works again since ${instant(end.now)}: ${end.runUrl}`;
  await repository.octokit.request(comment, { ...place(repository), issue_number: number, body });
  await change(repository, number, { state: 'closed', state_reason: 'completed' });
  return `Closed #${number}.`;
}

type Change = { readonly body: string } | { readonly state: 'closed'; readonly state_reason: 'completed' };

async function change(repository: Repository, issue_number: number, changed: Change): Promise<void> {
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...place(repository),
    issue_number,
    ...changed,
  });
}

function mark(name: string): string {
  return `<!-- alarm: ${name.replace(/[^\w -]/g, '')} -->`;
}

function textOf({ name, conclusion, runUrl, now }: RunEnd, { count, since }: { count: number; since: string }): string {
  return `${mark(name)}
The workflow **${plainMarkdown(name)}** fails since ${since}.

| | |
| --- | --- |
| failures in a row | ${count} |
| the last one | ${instant(now)}, ${plainMarkdown(conclusion)} |
| its run | ${runUrl} |

This issue is kept by the workflow Alarm: it counts further failures here, and closes it when ${plainMarkdown(name)} succeeds.
The operator's guide says what to do.`;
}

/** What an alarm's text tells so far. */
function toldIn(body: string, { now }: RunEnd): { readonly count: number; readonly since: string } {
  const [, count = '1'] = /\| failures in a row \| (\d+) \|/.exec(body) ?? [];
  const [, since = instant(now)] = /fails since (\S+Z)\./.exec(body) ?? [];
  return { count: Number(count), since };
}
