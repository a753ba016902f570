import { describe, expect, test } from 'vitest';
import { describeStartError } from './start-error.ts';

const config = { host: '127.0.0.1', metrics: { host: '127.0.0.2', port: 9464 } };

const systemError = (members: object) => Object.assign(new Error('failed'), members);

describe('describeStartError', () => {
  test.each([
    [{ code: 'EADDRINUSE', port: 4321 }, /^Port 4321 is in use\. .* set PORT to/],
    [{ code: 'EADDRINUSE', port: 9464 }, /^Port 9464 is in use\. .* set METRICS_LISTEN to/],
    [{ code: 'EADDRNOTAVAIL', port: 4321 }, /^Cannot listen on 127\.0\.0\.1: .* Change HOST\.$/],
    [{ code: 'EADDRNOTAVAIL', port: 9464 }, /^Cannot listen on 127\.0\.0\.2: .* Change METRICS_LISTEN\.$/],
    [{ code: 'EACCES', syscall: 'listen', port: 80 }, /^Port 80 needs more privileges\. Set PORT/],
    [{ code: 'EACCES', syscall: 'open', path: '/data/built' }, /^\/data\/built: permission denied\. /],
    [
      { code: 'EROFS', path: '/data/built' },
      /^\/data\/built is on a read-only file system\. The server writes to DATA_DIR, and to \.cache/,
    ],
    [{ code: 'ENOSPC', path: '/data/built' }, /^The disk is full: \/data\/built\. /],
  ])('describes %j in one line', (members, expected) => {
    const line = describeStartError(systemError(members), config);
    expect(line).toMatch(expected);
    expect(line).not.toContain('\n');
  });

  test('passes on the message of an expected error', () => {
    expect(describeStartError(new RangeError('PORT is "http".'))).toBe('PORT is "http".');
  });

  test.each([[new TypeError('x is not a function')], [systemError({ code: 'ENOENT' })], ['text']])(
    'returns undefined for %s, whose stack is needed',
    error => expect(describeStartError(error, config)).toBeUndefined(),
  );
});
