/** Filters the changes by kind. The fragment of the URL has the kind, so that a view can be shared. */
const group = document.querySelector<HTMLElement>('[data-change-kinds]');

if (group) {
  const inputs = [...group.querySelectorAll('input')];
  const show = (kind: string) => {
    for (const row of document.querySelectorAll<HTMLElement>('.changes > li'))
      row.hidden =
        kind !== '' && row.dataset.kind !== kind && !(kind === 'breaking' && row.dataset.breaking !== undefined);
    for (const more of document.querySelectorAll<HTMLDetailsElement>('.change-day > details')) {
      more.hidden = !more.querySelector('.changes > li:not([hidden])');
      more.open = kind !== '';
    }
    for (const day of document.querySelectorAll<HTMLElement>('.change-day'))
      day.hidden = !day.querySelector('.changes > li:not([hidden])');
  };
  group.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement;
    history.replaceState(null, '', value === '' ? location.pathname : `#${value}`);
    show(value);
  });
  const given = inputs.find(({ value }) => value !== '' && value === location.hash.slice(1));
  if (given) {
    given.checked = true;
    show(given.value);
  }
}

export {};
