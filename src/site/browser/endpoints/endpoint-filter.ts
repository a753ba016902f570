/**
 * Filters the endpoints on the page of a listing by the words in the search box: path, descriptions, and parameters. If
 * the endpoints need several pages, it lists the matches of all pages instead. Without scripts, the box is hidden and
 * all endpoints are shown.
 */
const box = document.querySelector<HTMLElement>('[data-endpoint-filter]');
const input = box?.querySelector('input');
const told = box?.querySelector('output');

/** A heading and its endpoints. The first group may have no heading. */
interface Group {
  readonly heading: HTMLElement | undefined;
  readonly endpoints: { readonly element: HTMLElement; readonly text: string }[];
}

if (box && input && told) {
  const groups = groupsOf(document.querySelectorAll<HTMLElement>('.endpoint-group, .endpoint'));
  const total = groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  const index = document.querySelector<HTMLElement>('.endpoint-index');
  const pages = document.querySelector<HTMLElement>('.endpoint-pages');
  const { elsewhere } = box.dataset;

  const list = async (address: string, words: readonly string[]) => {
    const { searchEndpoints } = await import('./endpoint-search.ts');
    const { items, said } = await searchEndpoints(address, words);
    if (words.join() !== wordsIn(input).join()) return;
    box.querySelector('ol')?.replaceChildren(...items);
    told.value = said;
  };

  const filter = () => {
    const words = wordsIn(input);
    if (index) index.hidden = words.length > 0;
    if (elsewhere) {
      for (const { heading, endpoints } of groups) {
        if (heading) heading.hidden = words.length > 0;
        for (const { element } of endpoints) element.hidden = words.length > 0;
      }
      if (pages) pages.hidden = words.length > 0;
      if (words.length > 0) return void list(elsewhere, words);
      box.querySelector('ol')?.replaceChildren();
    }
    let shown = 0;
    for (const { heading, endpoints } of groups) {
      const before = shown;
      for (const { element, text } of endpoints) {
        element.hidden = !words.every(word => text.includes(word));
        if (!element.hidden) shown++;
      }
      if (heading) heading.hidden = shown === before;
    }
    told.value = words.length === 0 ? '' : `${shown} of ${total}`;
  };
  input.addEventListener('input', filter);
  // The browser may restore the words when it returns to the page.
  filter();
}

function wordsIn({ value }: HTMLInputElement): readonly string[] {
  return value.toLowerCase().split(/\s+/).filter(Boolean);
}

function groupsOf(elements: Iterable<HTMLElement>): readonly Group[] {
  const groups: Group[] = [];
  for (const element of elements) {
    if (element.matches('.endpoint-group')) groups.push({ heading: element, endpoints: [] });
    else {
      if (groups.length === 0) groups.push({ heading: undefined, endpoints: [] });
      groups.at(-1)?.endpoints.push({ element, text: element.textContent.toLowerCase() });
    }
  }
  return groups;
}

export {};
