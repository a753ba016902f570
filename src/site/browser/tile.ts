import { getInitials, getTileColor } from '#listing/display/monogram.ts';
import { element } from './element.ts';

/** Renders the monogram of a listing. */
export function createTile(id: string, name: string, size = 44): HTMLElement {
  return element(
    'span',
    { className: `tile tile-${size} tile-${getTileColor(id)}`, 'aria-hidden': 'true' },
    getInitials(name),
  );
}
