import { printable } from '#manifest/text/excerpt.ts';

/** The members of a parameter that make its calls exact, with their labels on the page. */
const LABELS = { in: 'In', example: 'Example', default: 'Default', enum: 'One of' } as const;

/** The maximum length of a value in a line. */
const MAX_LENGTH = 200;

/** The recommended members of a parameter as labels and texts, and all its other members. */
export interface CallMembers {
  readonly hints: readonly (readonly [label: string, text: string])[];
  readonly further: Readonly<Record<string, unknown>>;
}

/** Splits the additional members of a parameter. Values that do not fit into a line stay among the others. */
export function readCallMembers(members: object): CallMembers {
  const hints: [string, string][] = [];
  const further: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const label = Object.hasOwn(LABELS, name) ? LABELS[name as keyof typeof LABELS] : undefined;
    const text = label === undefined ? undefined : formatShort(value);
    if (label === undefined || text === undefined) further[name] = value;
    else hints.push([label, text]);
  }
  return { hints, further };
}

function formatShort(value: unknown): string | undefined {
  const items = Array.isArray(value) ? value : [value];
  if (!items.every(item => ['string', 'number', 'boolean'].includes(typeof item))) return undefined;
  const text = items.map(item => printable(String(item))).join(', ');
  return text.length > MAX_LENGTH || text.includes('\n') ? undefined : text;
}
