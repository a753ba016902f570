import { listedCount, type Summary } from './catalogue.ts';
import { metaOf, SERVICE_VERSION } from './envelope.ts';

/** `GET /health`: that the registry answers, and with what data. Its main members stand at the top level, too, where simple probes look. */
export function health(summary: Summary): string {
  const reported = { service: 'API registry', version: SERVICE_VERSION, status: 'healthy' };
  return JSON.stringify({
    ...reported,
    meta: metaOf('Whether the registry answers, and how old its data is.'),
    data: {
      ...reported,
      listings: listedCount(summary),
      listings_by_status: summary.statuses,
      generated_at: summary.generated_at,
    },
  });
}
