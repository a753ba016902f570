import { instant } from '#listing/time/timestamp.ts';
import { createComment } from '#submission/github/api/create-comment.ts';
import { expectShape } from '#submission/github/api/expect-shape.ts';
import { place, type Repository } from '#submission/github/api/repository.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';

/** The result of a workflow run. */
export interface RunResult {
  /** The name of the workflow. */
  readonly name: string;
  /** GitHub's value: success, failure, timed_out, cancelled, skipped, and so on. */
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

/** The conclusions that raise an alarm. Cancelled and skipped runs have no effect. */
const FAILED = new Set(['failure', 'timed_out', 'startup_failure']);

/**
 * Opens, updates, or closes the issue of a workflow. Each workflow has at most one open issue. The first line of the body
 * identifies it, so people may change its title and add text.
 *
 * @returns a summary for the log
 * @throws Error if a request to GitHub fails
 */
export async function updateAlarmIssue(repository: Repository, end: RunResult): Promise<string> {
  const open = await listOpenIssues(repository, end.name);
  const oldest = open.at(-1);
  if (FAILED.has(end.conclusion)) return oldest ? updateIssue(repository, oldest, end) : openIssue(repository, end);
  if (end.conclusion === 'success' && oldest) return closeIssues(repository, open, end);
  return `Nothing to do: ${end.name} ended with ${end.conclusion}.`;
}

/** Lists the open issues of a workflow, newest first: more than one only if two parallel runs opened one each. */
async function listOpenIssues(repository: Repository, name: string): Promise<readonly Issue[]> {
  const query = { ...place(repository), labels: LABEL, state: 'open', per_page: 100 } as const;
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/issues', query);
  return (expectShape(data, Array.isArray(data)) as readonly Issue[]).filter(
    ({ body, pull_request }) => !pull_request && body?.startsWith(createMarker(name)),
  );
}

async function openIssue(repository: Repository, end: RunResult): Promise<string> {
  const issue = {
    title: `${end.name} is failing`,
    labels: [LABEL],
    body: formatBody(end, { count: 1, since: instant(end.now) }),
  };
  const findResult = async () => {
    const found = (await listOpenIssues(repository, end.name)).at(-1);
    return found && { data: found };
  };
  const { data } = await repository.octokit.request('POST /repos/{owner}/{repo}/issues', {
    ...place(repository),
    ...issue,
    request: { findResult },
  });
  return `Opened #${expectShape(data, Number.isInteger(data.number)).number}.`;
}

async function updateIssue(repository: Repository, { number, body }: Issue, end: RunResult): Promise<string> {
  const { count, since } = parseState(body ?? '', end);
  await patchIssue(repository, number, { body: formatBody(end, { count: count + 1, since }) });
  return `Updated #${number}: failed ${count + 1} times.`;
}

/** Closes the issues before it comments: a comment that fails must not keep an alarm open, and a second attempt must not repeat it. */
async function closeIssues(repository: Repository, open: readonly Issue[], end: RunResult): Promise<string> {
  for (const { number } of open) await patchIssue(repository, number, { state: 'closed', state_reason: 'completed' });
  for (const { number } of open)
    await createComment(repository, number, `Succeeded at ${instant(end.now)}: ${end.runUrl}`);
  return `Closed ${open.map(({ number }) => `#${number}`).join(' and ')}.`;
}

type Change = { readonly body: string } | { readonly state: 'closed'; readonly state_reason: 'completed' };

async function patchIssue(repository: Repository, issue_number: number, fields: Change): Promise<void> {
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...place(repository),
    issue_number,
    ...fields,
  });
}

function createMarker(name: string): string {
  return `<!-- alarm: ${name.replace(/[^\w -]/g, '')} -->`;
}

function formatBody(
  { name, conclusion, runUrl, now }: RunResult,
  { count, since }: { count: number; since: string },
): string {
  return `${createMarker(name)}
The workflow **${plainMarkdown(name)}** has been failing since ${since}.

| | |
| --- | --- |
| failures in a row | ${count} |
| last failure | ${instant(now)}, ${plainMarkdown(conclusion)} |
| run | ${runUrl} |

The workflow Alarm maintains this issue. It counts further failures and closes the issue when ${plainMarkdown(name)} succeeds.
For help, see the self-hosting guide.`;
}

/** Parses the number of failures and the time of the first one from the body of an issue. */
function parseState(body: string, { now }: RunResult): { readonly count: number; readonly since: string } {
  const [, count = '1'] = /\| failures in a row \| (\d+) \|/.exec(body) ?? [];
  const [, since = instant(now)] = /(?:fails|failing) since (\S+Z)\./.exec(body) ?? [];
  return { count: Number(count), since };
}
