import type { BodyBuffers } from '../context.ts';
import { createBodyBuffers } from './body-buffers.ts';

/** Memory for the bodies of `Response` objects, which copy it. */
export interface ResponseBuffers extends BodyBuffers {
  /** Starts to reuse memory if responses copy their bodies. Without it, each body has new memory. */
  check(): Promise<void>;
}

/**
 * Reuses the memory of a body once its `Response` exists. The Fetch standard requires that a response copies its body, but
 * earlier versions of workerd sent the memory itself.
 */
export function createResponseBuffers(): ResponseBuffers {
  const { take, release } = createBodyBuffers();
  let areCopied = false;
  return {
    take,
    release: body => areCopied && release(body),
    async check() {
      areCopied = await areBodiesCopied();
    },
  };
}

async function areBodiesCopied(): Promise<boolean> {
  const body = new Uint8Array(100_000);
  const response = new Response(body);
  body.fill(1);
  return (await response.bytes()).every(byte => byte === 0);
}
