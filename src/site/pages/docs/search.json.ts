import type { APIRoute } from 'astro';
import { createDocsIndex } from '../../docs/docs-index.ts';

/** The index that the search of the documentation loads on first use. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(createDocsIndex()), { headers: { 'Content-Type': 'application/json' } });
