import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RequestPlan } from '../request-plan.ts';
import { compareRequest } from './compare-request.fixture.ts';
import { type EchoServer, startEchoServer } from './echo-server.fixture.ts';
import { planEndpoint, type TestedCall } from './plan-endpoint.fixture.ts';
import { renderSnippet } from './render-snippet.ts';
import { findMissingTool, runSnippets } from './run-snippets.fixture.ts';

let server: EchoServer;

beforeAll(async () => {
  server = await startEchoServer();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

function multipart(
  parameters: NonNullable<TestedCall['endpoint']>['parameters'],
  args: TestedCall['args'],
): TestedCall {
  const inBody = (parameters ?? []).map(each => ({ ...each, in: 'body' }));
  return {
    endpoint: { method: 'POST', request_content_type: 'multipart/form-data', parameters: inBody },
    ...(args && { args }),
  };
}

function upload(name: string): TestedCall {
  return {
    endpoint: {
      method: 'POST',
      request_content_type: 'application/octet-stream',
      request_body: 'whole',
      parameters: [{ name: 'body', in: 'body', type: 'file' }],
    },
    args: { body: name },
  };
}

/** Calls whose requests all languages send as the plan describes them. */
const CALLS: Readonly<Record<string, TestedCall>> = {
  'a file with spaces in its name': upload('my photo (1).jpg'),
  'a file whose name contains an option of curl': upload('a -o owned.txt'),
  'parts whose types have parameters': multipart(
    [
      { name: 'charset', content_type: 'text/plain; charset=utf-8' },
      { name: 'quoted', content_type: 'text/plain; a=";headers=@owned.txt;x,@owned.txt"' },
      { name: 'reserved', content_type: 'text/plain;filename=owned.txt; Headers=x;encoder=base64;type=a' },
      { name: 'file', type: 'file', content_type: 'application/octet-stream; type="a;b,@c.txt"' },
    ],
    { charset: 'a', quoted: 'b', reserved: 'c', file: 'd.txt' },
  ),
  'a part with spaces in its file name': multipart([{ name: 'photo', type: 'file' }], { photo: 'my photo (1).jpg' }),
};

describe.each(['curl', 'javascript', 'python'] as const)('%s', language => {
  const reason = findMissingTool(language);
  test.skipIf(reason !== undefined)(
    `sends the planned requests${reason === undefined ? '' : ` (${reason})`}`,
    { timeout: 120_000 },
    async () => {
      const plans = Object.values(CALLS).map((call, at) => planEndpoint(call, `${server.origin}/${at}`));
      const errors = await runSnippets(plans, language);
      expect(await listDifferences(plans), errors.slice(0, 3000)).toEqual([]);
    },
  );
});

async function listDifferences(plans: readonly RequestPlan[]): Promise<string[]> {
  const names = Object.keys(CALLS);
  const differences = plans.map(async (plan, at) =>
    (await compareRequest(plan, server.received.get(String(at)))).map(each => `${names[at]}: ${each}`),
  );
  return (await Promise.all(differences)).flat();
}

describe('curl', () => {
  test.each([
    [upload('a -o owned.txt'), "--data-binary '@a -o owned.txt'"],
    [multipart([{ name: 'f', type: 'file' }], { f: 'my photo.jpg' }), `-F 'f=@"my photo.jpg"'`],
    [multipart([{ name: '../f', type: 'file' }], { '../f': new Uint8Array([255]) }), `-F '../f=@file.bin'`],
  ])('reads only files of the current folder, with quoted names (%#)', (call, expected) => {
    expect(renderSnippet(planEndpoint(call, 'https://a.example'), 'curl')).toContain(expected);
  });

  test('sends no parameter of a media type as an option', () => {
    const render = (content_type: string) => {
      const call = multipart([{ name: 'a', content_type }], { a: 'x' });
      return renderSnippet(planEndpoint(call, 'https://a.example'), 'curl').split('\n').at(-1)?.trim();
    };
    expect(render('text/plain;charset=utf-8')).toBe(`-F 'a="x";type=text/plain;charset=utf-8'`);
    expect(render('text/plain;headers=@/tmp/secret.txt')).toBe("--form-string 'a=x'");
    expect(render('text/plain;filename=x')).toBe(`-F 'a="x";headers="Content-Type: text/plain;filename=x"'`);
    expect(render('text/plain;a=";headers=@/b"')).toBe(
      String.raw`-F 'a="x";headers="Content-Type: text/plain;a=\";headers=@/b\""'`,
    );
  });

  test.each(['../a.txt', '/etc/a.txt', '.a.txt', '-a.txt', '@a.txt', '-', 'a\\b.txt', 'a\nb.txt'])(
    'sends %j as text, because it is not the name of a file in the current folder',
    name => {
      for (const call of [upload(name), multipart([{ name: 'f', type: 'file' }], { f: name })])
        expect(renderSnippet(planEndpoint(call, 'https://a.example'), 'curl')).not.toMatch(
          /@['"]?[^'"\w]|in the current folder/,
        );
    },
  );
});
