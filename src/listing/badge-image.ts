import { title } from '#manifest/taxonomy.ts';
import type { Row } from './row.ts';
import type { Status } from './status.ts';

/** What a badge is made from: only what the registry itself found, so nobody can word one. */
export type BadgeSubject = Pick<Row, 'id' | 'status' | 'last_checked_at'>;

/** A badge to embed: the picture and its size. */
export interface BadgeImage {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** What it says. */
  readonly text: string;
}

/** The path of a listing's badge on the site. */
export function badgePath(id: string): string {
  return `/badges/${encodeURIComponent(id)}.svg`;
}

/** The badge of a listing: its status by word, shape and colour, and the day of its last check, in UTC. */
export function badgeImage({ status, last_checked_at: at }: BadgeSubject, siteName: string): BadgeImage {
  const word = title('statuses', status).toLowerCase();
  const day = at === null ? null : new Date(at).toISOString().slice(0, 10);
  return drawn(
    day === null ? `${word}, not checked` : `${word}, checked ${day}`,
    `${word}, ${day === null ? 'not checked' : `last checked on ${day}`}`,
    LOOKS[status],
    siteName,
  );
}

/** What stands in the place of a badge where no listing has that id. */
export function unknownBadge(siteName: string): BadgeImage {
  return drawn('not listed', 'not listed', LOOKS.withdrawn, siteName);
}

interface Look {
  readonly colour: string;
  readonly shape: string;
}

const HEIGHT = 20;
const SPACE = 7;
const SHAPE_WIDTH = 10;
/** Of Verdana at 11 pixels, on average; `textLength` makes every font fit. */
const LETTER_WIDTH = 6.6;

function drawn(shown: string, long: string, { colour, shape }: Look, siteName: string): BadgeImage {
  const text = `${siteName}: ${long}`;
  const title = escapeXml(text);
  const [nameWidth, shownWidth] = [widthOf(siteName), widthOf(shown)];
  const left = nameWidth + 2 * SPACE;
  const width = left + SHAPE_WIDTH + shownWidth + 3 * SPACE;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<path fill="#3b4045" d="M0 0h${left}v${HEIGHT}H0z"/><path fill="${colour}" d="M${left} 0h${width - left}v${HEIGHT}H${left}z"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `<text x="${SPACE}" y="14" textLength="${nameWidth}">${escapeXml(siteName)}</text>`,
    `<g transform="translate(${left + SPACE} 5)">${shape}</g>`,
    `<text x="${left + SHAPE_WIDTH + 2 * SPACE}" y="14" textLength="${shownWidth}">${shown}</text>`,
    '</g></svg>',
  ];
  return { svg: svg.join(''), width, height: HEIGHT, text };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}

function widthOf(text: string): number {
  return Math.round([...text].length * LETTER_WIDTH);
}

/** White text on each of the colours meets WCAG AA. The shapes are those that stand for a status on the site. */
const LOOKS: Readonly<Record<Status, Look>> = {
  verified: { colour: '#17693a', shape: '<circle cx="5" cy="5" r="5"/>' },
  unverified: { colour: '#5b6268', shape: '<circle cx="5" cy="5" r="4" fill="none" stroke="#fff" stroke-width="2"/>' },
  lapsed: { colour: '#8c4a00', shape: '<path d="M5 0l5 10H0z"/>' },
  withdrawn: { colour: '#5b6268', shape: '<path d="M0 2h10v2H0zM0 6h10v2H0z"/>' },
};
