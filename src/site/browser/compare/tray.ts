/** The tray with the selected listings on a list: boxes in the rows add listings, the tray removes them. */
import { element } from '../element.ts';
import { createTile } from '../tile.ts';
import { getComparisonUrl, MAX_COMPARED, readSelection, type Selected, writeSelection } from './selection.ts';

const tray = document.querySelector<HTMLElement>('[data-compare-tray]');
if (tray) begin(tray);

function begin(tray: HTMLElement): void {
  const part = (name: string) => tray.querySelector<HTMLElement>(`[data-compare-${name}]`);
  const [counter, list, link] = [part('count'), part('list'), part('link') as HTMLAnchorElement | null];
  let selection = readSelection();

  const show = () => {
    tray.hidden = selection.length === 0;
    const count = `Compare ${selection.length} of ${MAX_COMPARED}`;
    // Screen readers announce each change, and each list of results calls this function.
    if (counter && counter.textContent !== count) counter.textContent = count;
    list?.replaceChildren(...selection.map(createSlot), ...createFreeSlots(selection.length));
    if (link) {
      link.href = getComparisonUrl(selection.map(({ id }) => id));
      link.setAttribute('aria-disabled', String(selection.length < 2));
    }
    for (const box of document.querySelectorAll<HTMLInputElement>('[data-compare]')) {
      box.checked = selection.some(({ id }) => id === box.dataset.compare);
      box.disabled = !box.checked && selection.length >= MAX_COMPARED;
    }
  };
  const change = (next: readonly Selected[]) => {
    selection = next;
    writeSelection(next);
    show();
  };
  const createSlot = ({ id, name }: Selected) => {
    const remove = element('button', { className: 'quiet', type: 'button', 'aria-label': `Remove ${name}` }, '×');
    remove.addEventListener('click', () => {
      const at = selection.findIndex(each => each.id === id);
      change(selection.filter(each => each.id !== id));
      focusAfterRemoval(at, id);
    });
    return element('li', {}, createTile(id, name, 30), element('span', { dir: 'auto' }, name), remove);
  };

  /** Moves the focus from a removed slot to the next one, or from the last slot to the box of its listing. */
  const focusAfterRemoval = (at: number, id: string) => {
    const button = list?.querySelectorAll('button')[Math.min(at, selection.length - 1)];
    const box = document.querySelector<HTMLElement>(`[data-compare="${CSS.escape(id)}"]`);
    (button ?? box)?.focus();
  };

  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.compare === undefined) return;
    const { compare: id } = target.dataset;
    const name = (target.ariaLabel ?? id).replace(/^Compare /, '');
    change(target.checked ? [...selection, { id, name }] : selection.filter(each => each.id !== id));
  });
  document.addEventListener('listings-shown', show);
  show();
}

function createFreeSlots(used: number): HTMLElement[] {
  return Array.from({ length: MAX_COMPARED - used }, () => element('li', { className: 'free' }, 'Add one more'));
}
