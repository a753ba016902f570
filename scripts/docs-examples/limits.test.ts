import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { MAX_OBJECT_BYTES } from '#edge/http/json-body.ts';
import { MAX_URL_LENGTH } from '#edge/http/url-syntax.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { MAX_MESSAGE_BYTES } from '#mcp/message.ts';
import { MAX_Q_LENGTH } from '#query/parameters.ts';
import { MAX_LIMIT } from '#query/query.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../src/site/docs/agents.md');

test('the guide for agents states the limits of the code', async () => {
  const { validate, submit } = loadConfig({}).limits;
  const rows = [
    ['validations', `${validate} per minute and client`, 429],
    ['submissions', `${submit} per minute and client`, 429],
    ['`limit`', `${MAX_LIMIT} listings per page`, 400],
    ['`q`', `${MAX_Q_LENGTH} characters`, 400],
    ['URL of a request', `${MAX_URL_LENGTH.toLocaleString('en')} characters`, 414],
    ['body of `POST /listings/submit`', `${MAX_OBJECT_BYTES / 1024} KiB`, 413],
    ['manifest in `POST /validate`', `${MAX_MANIFEST_BYTES / 1024 ** 2} MiB`, 413],
    ['message to the MCP server', `${MAX_MESSAGE_BYTES / 1024 ** 2} MiB`, 413],
  ];
  const guide = await readFile(GUIDE, 'utf8');
  for (const row of rows) expect(guide).toContain(`| ${row.join(' | ')} |`);
});
