import { inspect } from '#site/browser/validate/inspection.ts';
import { minimalManifest } from '#site/browser/validate/starting-points.ts';
const t = minimalManifest(new Date());
for (const edit of [(s: string) => s.replace('"GET"', '"get"'), (s: string) => s.replace('"required": false', '"required": "false"'), (s: string) => s.replace('"authentication"', '"authentification"'), (s: string) => s.replace('"none"','"apikey"'), (s: string) => s.replace('"agent_notes"', '"rate_limit": {"requests_per_minute": 60},\n  "agent_notes"'), (s: string)=>s.replace('"free"','"Free"')]) { const e = edit(t); const r = inspect(e); console.log(JSON.stringify(r.problems, null, 1)); }
console.log(t);
