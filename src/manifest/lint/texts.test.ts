import { expect, test, vi } from 'vitest';
import { full03 } from '../fixtures/full-manifests.ts';
import { hiddenCharacter } from './hidden-character.ts';
import { remarkOnTexts } from './texts.ts';

test('describes a matching text only when its remark is read', () => {
  const describe = vi.fn((text: string) => `Found ${text}.`);
  const manifest = { ...full03, extra: { 'a/b': ['x', { c: 'x' }] } };
  const remarks = [...remarkOnTexts(manifest, text => text === 'x', describe)];
  expect(describe).not.toHaveBeenCalled();
  expect(remarks.map(({ pointer }) => pointer)).toEqual(['/extra/a~1b/0', '/extra/a~1b/1/c']);
  expect(remarks[1]?.message).toBe('Found x.');
  expect(describe).toHaveBeenCalledOnce();
});

test('names the character that a text hides', () => {
  const [remark] = hiddenCharacter.check({ ...full03, name: 'Tides\u202e' }, 0);
  expect(remark).toMatchObject({ pointer: '/name', value: 'Tides\u202e' });
  expect(remark?.message).toBe('The text contains the hidden character U+202E.');
});
