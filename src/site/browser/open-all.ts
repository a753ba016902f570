/** Buttons that open all sections of a page at once, for example to search them or to print them, and close them again. */
for (const button of document.querySelectorAll<HTMLElement>('[data-open-all]'))
  button.addEventListener('click', () => {
    const sections = [...document.querySelectorAll<HTMLDetailsElement>(button.dataset.openAll ?? '')];
    const isOpening = sections.some(({ open }) => !open);
    for (const section of sections) section.open = isOpening;
    button.textContent = isOpening ? 'Close all' : 'Open all';
  });

export {};
