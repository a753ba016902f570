import { expect, test } from 'vitest';
import { declaredOf } from './declared-reliability.ts';

test('labels each stated uptime', () => {
  expect(
    declaredOf({
      expected_uptime_pct: 99.95,
      uptime_percentage: 99.9,
      last_30_days_uptime: 100,
      avg_response_time_ms: 1220,
    }),
  ).toEqual({
    uptime: '99.95% expected, 99.9% overall, 100% in the last 30 days',
    responseTime: '1,220 ms on average',
  });
});

test.each([[undefined], [{}], [{ expected_uptime_pct: null, uptime_percentage: 'high', avg_response_time_ms: '5' }]])(
  'returns "not stated" for a value that is not a number',
  reliability => {
    expect(declaredOf(reliability)).toEqual({ uptime: 'not stated', responseTime: 'not stated' });
  },
);
