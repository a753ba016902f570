import { parseArgs } from 'node:util';
import { MANIFEST_PATH } from '#listing/origin.ts';
import type { Conduct } from './example-publisher/behavior.ts';
import { createExamplePublisher } from './example-publisher/publisher.ts';

const USAGE = `npm run example-publisher -- [--port 4400] [--auth] [--x402 | --x402-v1 | --onboarding]

Starts a small real API on loopback with a manifest of its own, to submit to a registry that runs on this machine.

  --port N      the port; 4400 unless said otherwise, 0 takes any free one
  --auth        require an API key
  --x402        answer unpaid requests for the phase of the moon with x402 requirements (version 2; --x402-v1: version 1)
  --onboarding  take payment through an onboarding address instead`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4400' },
    auth: { type: 'boolean', default: false },
    x402: { type: 'boolean', default: false },
    'x402-v1': { type: 'boolean', default: false },
    onboarding: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) console.log(USAGE);
else await start(Number(values.port));

async function start(port: number): Promise<void> {
  try {
    const { origin } = await createExamplePublisher({ port, conduct: { auth: values.auth, payment: payment() } });
    console.log(`Example publisher ready at ${origin} (manifest: ${origin}${MANIFEST_PATH})`);
  } catch (error) {
    console.error(
      `The example publisher cannot listen at port ${values.port}: ${error instanceof Error ? error.message : error}`,
    );
    process.exitCode = 1;
  }
}

function payment(): Conduct['payment'] {
  if (values.x402) return 'x402-v2';
  if (values['x402-v1']) return 'x402-v1';
  return values.onboarding ? 'onboarding' : 'none';
}
