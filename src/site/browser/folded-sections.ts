/** Sections that fold: opens the one that the URL names, and all of them with a button. */

import { decodePercent } from '#listing/encoding/decode-percent.ts';

/** Opens the section that the fragment of the URL names, in browsers that do not open it themselves. */
function openTarget(): void {
  document
    .getElementById(decodePercent(location.hash.slice(1)))
    ?.closest('details')
    ?.setAttribute('open', '');
}

addEventListener('hashchange', openTarget);
openTarget();

// To search all sections, or to print them.
for (const button of document.querySelectorAll<HTMLElement>('[data-open-all]'))
  button.addEventListener('click', () => {
    const sections = [...document.querySelectorAll<HTMLDetailsElement>(button.dataset.openAll ?? '')];
    const isOpening = sections.some(({ open }) => !open);
    for (const section of sections) section.open = isOpening;
    button.textContent = isOpening ? 'Close all' : 'Open all';
  });
