import { formatNumber } from '../format/numbers.ts';

/** The figures in a manifest that the registry also measures. */
export interface Declared {
  readonly uptime: string;
  readonly responseTime: string;
}

const NOT_STATED = 'not stated';

/** Formats the figures of a reliability block. Values that are not numbers, which 0.2 allows, count as not stated. */
export function declaredOf(reliability: object | undefined): Declared {
  const {
    expected_uptime_pct: expected,
    uptime_percentage: overall,
    last_30_days_uptime: recent,
    avg_response_time_ms: response,
  } = (reliability ?? {}) as Readonly<Record<string, unknown>>;
  const uptimes = [
    percent(expected, 'expected'),
    percent(overall, 'overall'),
    percent(recent, 'in the last 30 days'),
  ].filter(text => text !== undefined);
  return {
    uptime: uptimes.join(', ') || NOT_STATED,
    responseTime: typeof response === 'number' ? `${formatNumber(response)} ms on average` : NOT_STATED,
  };
}

function percent(value: unknown, what: string): string | undefined {
  return typeof value === 'number' ? `${formatNumber(value)}% ${what}` : undefined;
}
