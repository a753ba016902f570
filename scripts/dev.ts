/** `npm run dev`: the site with hot reload, and the API on the same port. Reads the same settings as `npm start`. */
import { startDevServer } from '#server/dev-server.ts';

try {
  const server = await startDevServer(process.env);
  console.log(`The development server is ready at ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  // Astro does not close what it opened before the error.
  process.exit(1);
}
