const built = document.title;

/** Puts what the page shows before its title, so that tabs and the entries of the history differ. */
export function showInTitle(shown: string): void {
  document.title = shown === '' ? built : `${shown} – ${built}`;
}
