/** The listings that the reader selected to compare, kept for the session. */
export interface Selected {
  readonly id: string;
  readonly name: string;
}

/** The maximum number of listings in a comparison: as many as fit side by side. */
export const MAX_COMPARED = 4;

const KEY = 'compare';

/** Reads the selection. Empty without storage or with a broken one. */
export function readSelection(): readonly Selected[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSelected).slice(0, MAX_COMPARED) : [];
  } catch {
    return [];
  }
}

/** Stores the selection. Without storage it lasts until the reader leaves the page. */
export function writeSelection(selection: readonly Selected[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(selection));
  } catch {
    // Nothing else depends on the storage.
  }
}

/** The URL of the comparison of some listings. */
export function getComparisonUrl(ids: readonly string[]): string {
  return ids.length === 0 ? '/compare/' : `/compare/?ids=${ids.map(encodeURIComponent).join(',')}`;
}

function isSelected(value: unknown): value is Selected {
  const { id, name } = (value ?? {}) as Partial<Selected>;
  return typeof id === 'string' && typeof name === 'string';
}
