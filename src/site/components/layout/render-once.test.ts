import { expect, test } from 'vitest';
import { renderOnce } from './render-once.ts';

test('renders a part once per id', async () => {
  let times = 0;
  const render = async () => `<p>${++times}</p>`;
  expect(await renderOnce('once', render, false)).toBe('<p>1</p>');
  // A promise would make Astro buffer the rest of the page.
  expect(renderOnce('once', render, false)).toBe('<p>1</p>');
  expect(await renderOnce('another', render, false)).toBe('<p>2</p>');
});

test('renders a part again after an error', async () => {
  await expect(renderOnce('failing', () => Promise.reject(new Error('No data.')), false)).rejects.toThrow('No data.');
  expect(await renderOnce('failing', async () => '<p>', false)).toBe('<p>');
});

test('renders a part each time during development', async () => {
  let times = 0;
  const render = async () => `<p>${++times}</p>`;
  await renderOnce('changing', render, true);
  expect(await renderOnce('changing', render, true)).toBe('<p>2</p>');
});
