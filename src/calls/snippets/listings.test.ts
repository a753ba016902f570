import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Manifest } from '#manifest/manifest.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planExampleRequest } from '../request-plan.ts';
import { listSnippetComments } from './comments.ts';
import { compareRequest } from './compare-request.fixture.ts';
import { type EchoServer, startEchoServer } from './echo-server.fixture.ts';
import { renderSnippet, SNIPPET_LANGUAGES } from './render-snippet.ts';
import { findMissingTool, runSnippets } from './run-snippets.fixture.ts';

const LISTINGS = path.resolve(import.meta.dirname, '../../../registry/listings');

/** All endpoints take a minute: `ALL_SNIPPETS=1` runs them, and otherwise every 8th one runs. */
const STEP = process.env.ALL_SNIPPETS === undefined ? 8 : 1;

interface Call {
  readonly name: string;
  readonly manifest: Manifest;
  readonly endpoint: DeclaredEndpoint;
}

async function readCalls(): Promise<Call[]> {
  const names = await readdir(LISTINGS, { recursive: true });
  const records = await Promise.all(
    names
      .filter(name => name.endsWith('.json'))
      .toSorted()
      .map(async name => JSON.parse(await readFile(path.join(LISTINGS, name), 'utf8'))),
  );
  return records.flatMap(({ id, manifest }) =>
    manifest.endpoints.map((endpoint: DeclaredEndpoint) => ({
      name: `${id} ${endpoint.method} ${endpoint.path}`,
      manifest,
      endpoint,
    })),
  );
}

let server: EchoServer;
let calls: readonly Call[];

beforeAll(async () => {
  server = await startEchoServer();
  calls = await readCalls();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

function planCall({ manifest, endpoint }: Call, index: number) {
  return planExampleRequest(manifest, endpoint, { origin: `${server.origin}/${index}` });
}

for (const language of ['curl', 'javascript', 'python'] as const) {
  const reason = findMissingTool(language);
  test.skipIf(reason !== undefined)(
    `${language} snippets of the listings send the planned requests${reason === undefined ? '' : ` (${reason})`}`,
    { timeout: 600_000 },
    async () => {
      const sample = calls.filter((_, index) => index % STEP === 0);
      const plans = sample.map(planCall);
      const errors = await runSnippets(plans, language);
      const differences: string[] = [];
      for (const [index, plan] of plans.entries())
        for (const difference of await compareRequest(plan, server.received.get(String(index))))
          differences.push(`${sample[index]?.name}: ${difference}`);
      expect(differences, errors.slice(0, 2000)).toEqual([]);
    },
  );
}

test('every snippet names the placeholders that it contains', () => {
  for (const [index, call] of calls.entries()) {
    const plan = planCall(call, index);
    const comments = listSnippetComments(plan).join('\n');
    for (const language of SNIPPET_LANGUAGES.filter(each => each !== 'mcp')) {
      const snippet = renderSnippet(plan, language);
      for (const name of plan.missing) expect(comments, `${call.name} ${language}`).toContain(name);
      for (const line of comments.split('\n').filter(Boolean)) expect(snippet).toContain(line);
    }
  }
});
