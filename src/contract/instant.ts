/** A time in UTC, as in RFC 3339: `2026-11-21T09:30:00Z`. Compare instants as times, because fractions of a second vary. */
export type Instant = string;
