const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Formats the date of an RFC 3339 time: `20 November 2026`. Uses the offset of the time, so that publishers see the
 * date they wrote. Returns other texts unchanged.
 */
export function formatDate(time: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)([Tt ]|$)/.exec(time) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? time : `${Number(day)} ${name} ${year}`;
}

/** Formats a time in UTC to the minute: `20 November 2026, 03:00 UTC`. Returns other texts unchanged. */
export function formatDateTime(time: string): string {
  const clock = /T(\d\d:\d\d)[\d:.]*Z$/.exec(time)?.[1];
  return clock === undefined ? time : `${formatDate(time)}, ${clock} UTC`;
}
