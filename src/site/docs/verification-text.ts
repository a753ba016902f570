import { lintRules } from '#manifest/lint.ts';
import { meaning, values } from '#manifest/taxonomy.ts';
import type { Reference } from '../data/reference.ts';
import { LINT_EXPLANATIONS } from './lint-explanations.ts';

/** The rules for all statuses. In this and the other texts, code is in backticks. */
export const STATUS_NOTE =
  'Listings are never deleted. Lapsed and withdrawn listings do not appear in lists, but their ids still resolve. A lapsed listing becomes verified again when it passes the checks.';

/** The rules for all badges. */
export const BADGE_NOTE =
  'Badges come only from the last passed check. Publishers cannot claim, request, or buy them. Only verified listings have badges, and they lose them with that status. Listings that were written from documentation never have badges. A badge does not mean that an API is good, safe, or worth its price.';

/** How the images of websites differ from badges. */
export const BADGE_IMAGE_NOTE =
  'The badge image for websites, at `/badges/<id>.svg`, is different: it shows the current status of a listing and the date of its last check. For a listing from documentation that responds, it shows the date of the last response, and that the publisher has not verified it.';

/** What lint rules report. */
export const LINT_NOTE =
  'The check `lint` reports content that the format allows but that is likely to mislead agents. Only findings with severity `error` and `listing_requested: false` prevent a listing. Findings with severity `info` are suggestions.';

/** The checks, statuses, badges, and lint rules as Markdown, with the same content as the page. */
export function verificationLists({ checks }: Reference): string {
  return [
    '## Checks',
    'Checks run in this order.',
    list(checks.map(({ name, severity, meaning: text }) => [`\`${name}\` (${severity})`, text])),
    '## Statuses',
    vocabulary('statuses'),
    STATUS_NOTE,
    '## Badges',
    vocabulary('badges'),
    BADGE_NOTE,
    BADGE_IMAGE_NOTE,
    '## Lint rules',
    LINT_NOTE,
    list(
      lintRules.map(({ name, severity, hint }) => [
        `\`${name}\` (${severity})`,
        [LINT_EXPLANATIONS[name], hint].filter(Boolean).join(' '),
      ]),
    ),
  ].join('\n\n');
}

function vocabulary(name: 'statuses' | 'badges'): string {
  return list(values(name).map(value => [`\`${value}\``, meaning(name, value)]));
}

function list(rows: readonly (readonly [term: string, text: string])[]): string {
  return rows.map(([term, text]) => `- ${term}: ${text}`).join('\n');
}
