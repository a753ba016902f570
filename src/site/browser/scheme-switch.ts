/** The switch between the light and the dark scheme, in the header. The choice lasts until the reader changes it. */
const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-scheme-switch]')) {
  const isDark = () => (root.dataset.scheme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    root.dataset.scheme = next;
    try {
      localStorage.setItem('scheme', next);
    } catch {
      // The choice then lasts for this page.
    }
    show();
  });
  dark.addEventListener('change', show);
  show();
}

export {};
