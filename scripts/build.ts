/** `npm run build`: builds the site and the JSON of the registry as static files. */
import '#build/workers/compile-cache.ts';

await import('#build/command.ts');
