import { expect, test } from 'vitest';
import { planEndpoint, type TestedCall } from '#calls/snippets/plan-endpoint.fixture.ts';
import { sendRequest } from './send-request.ts';

test.each<[string, object, TestedCall['endpoint']]>([
  ['Cookie', { config: { in: 'cookie', name: 'session' } }, {}],
  ['Referer', {}, { required_headers: { Referer: 'https://b.example/' } }],
])('does not send a request without its header %s, which browsers omit', async (name, config, endpoint) => {
  const authentication = { required: 'config' in config, type: 'api_key', instructions: '', ...config };
  const plan = planEndpoint({ manifest: { authentication }, ...(endpoint && { endpoint }) }, 'https://a.example');
  const result = await sendRequest(plan, { API_KEY: 'secret' }, 'a.example');
  expect(result).toEqual({
    ok: false,
    text: `A browser cannot send the header ${name} from this page. Copy the command and run it in a terminal instead.`,
  });
});
