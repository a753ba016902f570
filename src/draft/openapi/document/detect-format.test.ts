import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { detectTextFormat } from './detect-format.ts';

test.each([
  '# Tides\n\ntype Query { a: Int }',
  '"""Tides of "all" harbors: ""."""\nschema { query: Q }',
  '"""""" """\n{"""\nenum Harbor @tidal',
])('recognizes a GraphQL schema after descriptions: %j', text => {
  expect(detectTextFormat(text)).toMatch(/GraphQL/);
});

// With time that doubles with each quote, each text takes years.
test.each(['"""', '"""a', '""" ', '#\n', '\n'])('reads %j many times in little time', part => {
  expect(measureCpuMs(() => detectTextFormat(`${part.repeat(2000)}!`))).toBeLessThan(400);
});
