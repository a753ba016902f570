/**
 * Moves the focus between a search field and its results with the arrow keys.
 * @param stops the field and the links, in their order on the page
 */
export function moveWithArrowKeys(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}
