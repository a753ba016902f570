import { readSync } from 'node:fs';
import type { BriefRow, Card } from './card.ts';

/**
 * The first line of a card file, as JSON. It is followed by the columns. For each card: the start of its JSON in the file
 * with the contents (64-bit floating point), the lengths of the three parts (`Location`), and its number of endpoint
 * pages (32 bits each). Then for each name in `TEXT_COLUMNS`: the end of each string (32 bits), and the strings. Numbers
 * are in the byte order of the machine.
 */
export interface CardsHead {
  readonly format: typeof FORMAT;
  /** A key for the inputs of the cards. */
  readonly key: string;
  /** The number of cards. */
  readonly size: number;
  readonly contents: Contents;
  /** The length of the strings of each text column in bytes. */
  readonly texts: readonly number[];
}

/** The file that contains the JSON of the cards: of each, the row in UTF-8, and other members and the texts in ASCII. */
export interface Contents {
  /** One of `SUFFIXES`, after the name of the card file. */
  readonly suffix: string;
  /** The first line of that file. */
  readonly id: string;
  /** The length of that file. The next build may append to it. */
  readonly end: number;
}

/** The location of a card in the contents: the start of its JSON, and the length of each part. */
export interface Location {
  readonly start: number;
  readonly row: number;
  readonly members: number;
  readonly text: number;
}

export const FORMAT = 'api-registry-cards 5';

/** A file with contents is either continued or replaced by the other one, so that readers continue. */
export const SUFFIXES = ['.0', '.1'] as const;

/** The members of each card that callers need of all of them. */
export const TEXT_COLUMNS = [
  'id',
  'name',
  'status',
  'categories',
  'primaryCategory',
  'createdAt',
  'changedAt',
  'updatedAt',
  'digest',
  'textKey',
  'brief',
  'filterValues',
  'counted',
  'stamp',
] as const;
export type TextColumnName = (typeof TEXT_COLUMNS)[number];

/** The content of the column `brief` as JSON: the members of `BriefRow` that are in no other column. */
export type StoredBrief = readonly [
  BriefRow['payment_currency'],
  BriefRow['verified_at'],
  BriefRow['last_checked_at'],
  BriefRow['next_check_by'],
  BriefRow['observed']['uptime_90d'],
];

/** The content of the column `counted` as JSON (`CountedMembers`). */
export type StoredCounted = readonly [
  authentication: Card['authentication'],
  protocol: Card['protocol'],
  endpoints: number,
  lastCheckedAt: Card['lastCheckedAt'],
  nextCheckBy: Card['nextCheckBy'],
  hasResults: boolean,
];

/** The bytes of a card in the numeric columns. */
export const NUMBER_BYTES = 24;

/** Longer than any first line. */
const MAX_HEAD_BYTES = 4096;

/**
 * Reads the first line of a card file.
 * @param handle the file, open for reading
 * @param file its path, for the error
 * @returns the head, and the position of the first column
 * @throws SyntaxError if the file is not a card file
 */
export function readHead(handle: number, file: string): { readonly head: CardsHead; readonly start: number } {
  const bytes = Buffer.allocUnsafe(MAX_HEAD_BYTES);
  const line = bytes.subarray(0, readSync(handle, bytes, 0, MAX_HEAD_BYTES, 0));
  const end = line.indexOf('\n');
  const head: Partial<CardsHead> | null = JSON.parse(line.toString('utf8', 0, Math.max(0, end)));
  const isComplete = head?.format === FORMAT && head.contents && head.texts?.length === TEXT_COLUMNS.length;
  if (!isComplete) throw new SyntaxError(`${file} is not a card file.`);
  return { head: head as CardsHead, start: end + 1 };
}

/**
 * Returns the position of a text column, counted from the first column.
 * @param at the index of the column in `TEXT_COLUMNS`; their number for the end of the file
 */
export function findTextColumn({ size, texts }: CardsHead, at: number): number {
  return texts.slice(0, at).reduce((sum, bytes) => sum + 4 * size + bytes, NUMBER_BYTES * size);
}
