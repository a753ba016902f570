import type { Row, Status } from '#contract/row.ts';
import { title } from '#manifest/taxonomy.ts';

/** The input of a badge. It has no publisher text, so that publishers cannot change what a badge says. */
export type BadgeSubject = Pick<Row, 'id' | 'status' | 'source' | 'last_checked_at'> & {
  readonly observed: Pick<Row['observed'], 'responding' | 'last_responded_at'>;
};

/** A badge to embed, with its size in pixels. */
export interface BadgeImage {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The accessible text of the badge. */
  readonly text: string;
}

/**
 * Returns the badge of a listing: its status as a word, shape, and color, and the date of its last check in UTC. A listing
 * from documentation whose endpoints responded is "responding, not verified".
 */
export function badgeImage(subject: BadgeSubject, siteName: string): BadgeImage {
  const { status, source, observed, last_checked_at: at } = subject;
  const word = title('statuses', status).toLowerCase();
  const day = at === null ? null : new Date(at).toISOString().slice(0, 10);
  if (source === 'documentation' && status === 'unverified' && observed.responding && observed.last_responded_at) {
    const seen = new Date(observed.last_responded_at).toISOString().slice(0, 10);
    return renderBadge(
      `responding, not verified, ${seen}`,
      `responding, not verified by its publisher, last responded on ${seen}`,
      STYLES[status],
      siteName,
    );
  }
  return renderBadge(
    day === null ? `${word}, not checked` : `${word}, checked ${day}`,
    `${word}, ${day === null ? 'not checked' : `last checked on ${day}`}`,
    STYLES[status],
    siteName,
  );
}

/** Returns the badge for an id without a listing. */
export function unknownBadge(siteName: string): BadgeImage {
  return renderBadge('not listed', 'not listed', STYLES.withdrawn, siteName);
}

interface BadgeStyle {
  readonly color: string;
  readonly shape: string;
}

const HEIGHT = 20;
const SPACE = 7;
const SHAPE_WIDTH = 10;
/** The average width of a letter in Verdana at 11 pixels. `textLength` adjusts other fonts. */
const LETTER_WIDTH = 6.6;

function renderBadge(label: string, description: string, { color, shape }: BadgeStyle, siteName: string): BadgeImage {
  const text = `${siteName}: ${description}`;
  const title = escapeXml(text);
  const [nameWidth, labelWidth] = [estimateWidth(siteName), estimateWidth(label)];
  const left = nameWidth + 2 * SPACE;
  const width = left + SHAPE_WIDTH + labelWidth + 3 * SPACE;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<path fill="#3b4045" d="M0 0h${left}v${HEIGHT}H0z"/><path fill="${color}" d="M${left} 0h${width - left}v${HEIGHT}H${left}z"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `<text x="${SPACE}" y="14" textLength="${nameWidth}">${escapeXml(siteName)}</text>`,
    `<g transform="translate(${left + SPACE} 5)">${shape}</g>`,
    `<text x="${left + SHAPE_WIDTH + 2 * SPACE}" y="14" textLength="${labelWidth}">${label}</text>`,
    '</g></svg>',
  ];
  return { svg: svg.join(''), width, height: HEIGHT, text };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}

function estimateWidth(text: string): number {
  return Math.round([...text].length * LETTER_WIDTH);
}

/** White text on each color meets WCAG AA. The site uses the same shapes. */
const STYLES: Readonly<Record<Status, BadgeStyle>> = {
  verified: { color: '#17693a', shape: '<circle cx="5" cy="5" r="5"/>' },
  unverified: { color: '#5b6268', shape: '<circle cx="5" cy="5" r="4" fill="none" stroke="#fff" stroke-width="2"/>' },
  lapsed: { color: '#8c4a00', shape: '<path d="M5 0l5 10H0z"/>' },
  withdrawn: { color: '#5b6268', shape: '<path d="M0 2h10v2H0zM0 6h10v2H0z"/>' },
};
