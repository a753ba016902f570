import { readFileSync } from 'node:fs';
import { planRequest } from '#calls/request-plan.ts';
import { getExampleArguments } from '#calls/example-arguments.ts';
import { renderSnippet, SNIPPET_LANGUAGES } from '#calls/snippets/render-snippet.ts';
for (const f of ['registry/listings/'+process.argv[2]]) { const r = JSON.parse(readFileSync(f,'utf8')); const e = r.manifest.endpoints[Number(process.argv[3]??0)]; const plan = planRequest(r.manifest, e, getExampleArguments(e), { origin: r.url }); for (const l of SNIPPET_LANGUAGES) console.log(renderSnippet(plan, l, { id: r.id }),'\n---'); console.log(plan.missing) }
