import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { updatePulls } from '../pushes.ts';
import { findRuleViolation } from '../rules/rulesets.ts';
import type { Actor, FakeGithubState } from '../state.ts';
import { GIT_ENVIRONMENT } from './run-git.ts';

type Service = 'git-upload-pack' | 'git-receive-pack';

/** Rejects the refs in the environment that a ruleset protects. GH013 is GitHub's code for a broken rule. */
const UPDATE_HOOK = `#!/bin/sh
case " $FAKE_FORBIDDEN " in *" $1 "*) echo "GH013: Repository rule violations found for $1."; exit 1;; esac
case " $FAKE_FAST_FORWARD " in *" $1 "*)
  git merge-base --is-ancestor "$2" "$3" || { echo "GH013: Repository rule violations found for $1."; exit 1; };;
esac
`;

/**
 * Serves `git fetch` and `git push` over HTTP (Git's smart protocol). Requests of git do not count against the rate
 * limits of the API.
 */
export async function serveGit(app: Hono, github: FakeGithubState): Promise<void> {
  const hook = path.join(github.git.directory, 'hooks/update');
  await writeFile(hook, UPDATE_HOOK);
  await chmod(hook, 0o755);
  const repository = `/${github.owner}/${github.name}.git`;
  app.get(`${repository}/info/refs`, async context => {
    const service = context.req.query('service') as Service;
    const denied = authorize(context, github, service);
    if (denied instanceof Response) return denied;
    const refs = await runService(github, service, ['--advertise-refs'], Buffer.alloc(0));
    const line = `# service=${service}\n`;
    const head = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
    return respond(`${service}-advertisement`, Buffer.concat([Buffer.from(head), refs]));
  });
  for (const service of ['git-upload-pack', 'git-receive-pack'] as const) {
    app.post(`${repository}/${service}`, async context => {
      const actor = authorize(context, github, service);
      if (actor instanceof Response) return actor;
      const sent = Buffer.from(await context.req.arrayBuffer());
      const body = context.req.header('content-encoding') === 'gzip' ? gunzipSync(sent) : sent;
      const changes = service === 'git-receive-pack' ? parseCommands(body) : [];
      const result = await runService(github, service, [], body, protect(github, actor, changes));
      for (const { ref, old } of changes)
        if ((await github.git.refSha(ref)) !== old) await updatePulls(github, ref, actor);
      return respond(`${service}-result`, result);
    });
  }
}

function respond(type: string, body: Buffer): Response {
  return new Response(Uint8Array.from(body), { headers: { 'Content-Type': `application/x-${type}` } });
}

const READER: Actor = { account: { id: 0, login: '', type: 'User' }, permissions: { contents: 'read' }, app: '' };

/** Returns the actor of a token, which is the password of Basic authentication. */
function authorize(context: Context, github: FakeGithubState, service: Service): Actor | Response {
  const [, encoded = ''] = /^basic (.+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  const [, token = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  const actor = token === '' ? READER : github.tokens.get(token);
  const challenge = { 'WWW-Authenticate': 'Basic realm="GitHub"' };
  if (!actor || (token === '' && service === 'git-receive-pack'))
    return new Response('Authentication required.', { status: 401, headers: challenge });
  if (service === 'git-upload-pack' || actor.permissions.contents === 'write') return actor;
  return new Response('Write access to repository not granted.', { status: 403 });
}

interface Command {
  readonly ref: string;
  readonly old: string | undefined;
  readonly sha: string | undefined;
}

/** Parses the changes of refs at the start of a push. A hash of zeros stands for no commit. */
function parseCommands(body: Buffer): Command[] {
  const commands: Command[] = [];
  for (let at = 0; ; ) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16);
    if (!(length > 4)) return commands;
    const line = body.toString('utf8', at + 4, at + length).split('\0')[0] ?? '';
    const [old = '', sha = '', ref = ''] = line.trimEnd().split(' ');
    if (ref.startsWith('refs/')) commands.push({ ref, old: toCommit(old), sha: toCommit(sha) });
    at += length;
  }
}

function toCommit(hash: string): string | undefined {
  return /^0+$/.test(hash) ? undefined : hash;
}

function protect(github: FakeGithubState, actor: Actor, changes: readonly Command[]): Record<string, string> {
  const isBroken = (change: Command, isFastForward: boolean) =>
    findRuleViolation(github, actor, { ...change, isFastForward }) !== undefined;
  const list = (isFastForward: boolean) =>
    changes
      .filter(change => isBroken(change, isFastForward))
      .map(({ ref }) => ref)
      .join(' ');
  return { FAKE_FORBIDDEN: list(true), FAKE_FAST_FORWARD: list(false) };
}

/** Runs a service of git. It reports rejected refs in its output. */
async function runService(
  { git }: FakeGithubState,
  service: Service,
  options: readonly string[],
  input: Buffer,
  variables: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  // Only the rulesets of the mock decide who may delete a branch.
  const settings = ['-c', 'receive.denyDeleteCurrent=ignore', '-c', 'receive.autogc=false'];
  const args = [...settings, service.slice('git-'.length), '--stateless-rpc', ...options, git.directory];
  const child = spawn('git', args, { env: { ...GIT_ENVIRONMENT, ...variables }, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
