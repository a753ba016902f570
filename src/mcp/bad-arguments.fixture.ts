import { expect, test } from 'vitest';
import { PRIVATE_ADDRESS } from './context.fixture.ts';
import { calling, posting, readResponse } from './raw-message.fixture.ts';

/** Tests the error messages that a model gets for invalid tool arguments over the sample listings, on any host. */
export function badArgumentsContract(getUrl: () => URL): void {
  test.each([
    ['a number for an id', 'get_listing', { id: 7 }, 'id must be a string, not 7. Enclose the value in quotes: "7".'],
    ['a missing id', 'get_listing', {}, 'id is missing.'],
    ['a wrong argument name', 'get_listing', { listing_id: 'a' }, 'Allowed arguments: id. id is missing.'],
    ['a capitalized value', 'search_listings', { category: 'Weather' }, 'category: Invalid value "Weather".'],
    ['an unknown name', 'plan_call', { methd: 'GET' }, 'Unknown argument "methd". Did you mean "method"?'],
    ['a name of the Object prototype', 'get_listing', { id: 'a', constructor: 1 }, 'Unknown argument "constructor"'],
    ['an argument for a tool without arguments', 'list_categories', { page: 2 }, 'This tool has no arguments.'],
    ['an object for text', 'search_listings', { q: { text: 'tides' }, category: {} }, 'Invalid value "{}".'],
    ['a limit of 0', 'search_listings', { limit: 0 }, 'Invalid value "0". Use an integer from 1 to 500'],
    ['20,000 arguments', 'search_listings', numbered(20_000), 'Too many arguments: 20000. The maximum is 50.'],
    [
      '20,000 parameters',
      'plan_call',
      { id: 'tides.example', method: 'GET', path: '/v1/tides', parameters: numbered(20_000) },
      'Too many parameters. The maximum is 200.',
    ],
    ['an unlisted id', 'get_listing', { id: '../../etc/passwd' }, 'Listing "../../etc/passwd" not found.'],
    ['an unknown method', 'plan_call', { id: 'tides.example', method: 'TRACE', path: '/' }, 'Allowed: GET, POST'],
    ['neither manifest nor url', 'validate_manifest', {}, 'Pass either "manifest"'],
    ['an invalid URL', 'submit_api', { url: 'ftp://x.example' }, 'The scheme "ftp" is not supported'],
    ['a disallowed URL', 'submit_api', { url: 'https://db.internal' }, 'db.internal is not allowed.'],
    ['an unknown submission', 'get_submission_status', { submission_id: 'nope' }, 'Submission "nope" not found.'],
  ])('explains %s', async (_name, tool, args, expected) => {
    const { result, error } = await readResponse(await fetch(getUrl(), posting(calling(tool, args))));
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(expected) }] });
  });

  test('reports a path traversal value as a finding, and does not send it', async () => {
    const call = { id: 'tides.example', method: 'GET', path: '/v1/harbors/{harbor}', parameters: { harbor: '..' } };
    const { result } = await readResponse(await fetch(getUrl(), posting(calling('plan_call', call))));
    expect(result?.content[0]?.text).toContain('cannot be empty, "." or ".."');
    expect(JSON.stringify(result)).toContain('https://tides.example/v1/harbors/{harbor}');
  });

  test.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '10.0.0.8',
    '169.254.169.254',
    '0x7f.1',
    'printer.local',
    'me@127.0.0.1',
    'rebound.example',
  ])('rejects a manifest URL at %s without a request and without details of the network', async domain => {
    const { result } = await readResponse(
      await fetch(getUrl(), posting(calling('fetch_manifest_by_domain', { domain }))),
    );
    expect(result?.isError).toBe(true);
    const text = result?.content[0]?.text ?? '';
    expect(text).not.toMatch(/ECONN|status|refuses connections/);
    expect(text).not.toContain(PRIVATE_ADDRESS);
  });
}

function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
}
