/** `npm run example-publisher`: starts an example API with its own manifest. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import type { Behavior } from './example-publisher/behavior.ts';
import { createExamplePublisher } from './example-publisher/publisher.ts';

const USAGE = `Usage: npm run example-publisher -- [--port 4400] [--auth] [--x402 | --x402-v1 | --onboarding]

Starts a small API on loopback that publishes its own manifest. Submit it to a registry on the same machine.

  --port N      port; 0 for any free port (default: 4400)
  --auth        require an API key
  --x402        return x402 payment requirements (version 2) for unpaid requests for the moon phase
  --x402-v1     the same with version 1 of x402
  --onboarding  accept payment through an onboarding URL instead`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, {
    options: {
      port: { type: 'string', default: '4400' },
      auth: { type: 'boolean', default: false },
      x402: { type: 'boolean', default: false },
      'x402-v1': { type: 'boolean', default: false },
      onboarding: { type: 'boolean', default: false },
    },
  });
  const behavior = { auth: values.auth, payment: parsePayment(values) };
  const { origin } = await createExamplePublisher({ port: parsePort(values.port), behavior });
  console.log(`Example publisher ready at ${origin} (manifest: ${origin}${MANIFEST_PATH})`);
});

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`Invalid value for --port: "${text}". Use an integer from 0 to 65535.`);
}

function parsePayment(values: { x402: boolean; 'x402-v1': boolean; onboarding: boolean }): Behavior['payment'] {
  if (values.x402) return 'x402-v2';
  if (values['x402-v1']) return 'x402-v1';
  return values.onboarding ? 'onboarding' : 'none';
}
