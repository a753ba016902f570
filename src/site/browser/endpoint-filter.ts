/**
 * On a listing's page, in the browser: shows the endpoints that have all the words of the box above them, in their path,
 * their descriptions or their parameters. Without this script the box stays hidden, and all endpoints are there.
 */
const box = document.querySelector<HTMLElement>('[data-endpoint-filter]');
const input = box?.querySelector('input');
const told = box?.querySelector('output');

/** A heading and the endpoints below it; the first group may have no heading. */
interface Group {
  readonly heading: HTMLElement | undefined;
  readonly endpoints: { readonly element: HTMLElement; readonly text: string }[];
}

if (box && input && told) {
  const groups = groupsOf(document.querySelectorAll<HTMLElement>('.endpoint-group, .endpoint'));
  const total = groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  const index = document.querySelector<HTMLElement>('.endpoint-index');
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { heading, endpoints } of groups) {
      const before = shown;
      for (const { element, text } of endpoints) {
        element.hidden = !words.every(word => text.includes(word));
        if (!element.hidden) shown++;
      }
      if (heading) heading.hidden = shown === before;
    }
    if (index) index.hidden = words.length > 0;
    told.value = words.length === 0 ? '' : `${shown} of ${total}`;
  };
  box.hidden = false;
  input.addEventListener('input', filter);
  // A browser that comes back to the page may have kept the words.
  filter();
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
