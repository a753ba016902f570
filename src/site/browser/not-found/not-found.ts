/** Searches for listings that match the path of a page that does not exist. */

import { find } from '../search/find.ts';
import { createResultItem } from '../search/result-item.ts';
import { getPathKeywords } from './path-keywords.ts';

const SHOWN = 5;

const place = document.querySelector<HTMLElement>('[data-near]');
const list = place?.querySelector('ol');
const input = document.querySelector<HTMLInputElement>('main input[name="q"]');
const words = getPathKeywords(location.pathname);

if (place && list && input && words !== '') {
  input.value = words;
  const { found = [] } = (await find(words, place.dataset.near ?? '', SHOWN)) ?? {};
  list.replaceChildren(...found.map(createResultItem));
  place.hidden = found.length === 0;
}
