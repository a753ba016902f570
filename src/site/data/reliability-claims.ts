import { formatNumber } from '../format/numbers.ts';

/** Figures that only format 0.3 defines. In 0.2 they can have any value. */
const FIGURES: Readonly<Record<string, { readonly name: string; readonly unit: string }>> = {
  uptime_percentage: { name: 'Uptime', unit: '%' },
  last_30_days_uptime: { name: 'Uptime of the last 30 days', unit: '%' },
  avg_response_time_ms: { name: 'Average response time', unit: ' ms' },
};

/** Splits the members of a reliability block into formatted figures and additional members. */
export function findReliabilityClaims(members: object): {
  readonly figures: readonly { readonly name: string; readonly text: string }[];
  readonly further: Readonly<Record<string, unknown>>;
} {
  const figures: { name: string; text: string }[] = [];
  const further: [string, unknown][] = [];
  for (const [member, value] of Object.entries(members)) {
    const figure = Object.hasOwn(FIGURES, member) ? FIGURES[member] : undefined;
    if (figure && typeof value === 'number')
      figures.push({ name: figure.name, text: `${formatNumber(value)}${figure.unit}` });
    else further.push([member, value]);
  }
  return { figures, further: Object.fromEntries(further) };
}
