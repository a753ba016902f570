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
 * The day of an RFC 3339 time for people: `20 November 2026`. It is the day where the time was written down, so that
 * a publisher finds the date it gave; text of another form comes back as it is.
 */
export function formatDate(time: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)([Tt ]|$)/.exec(time) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? time : `${Number(day)} ${name} ${year}`;
}

/** A moment in UTC for people, to the minute: `20 November 2026, 03:00 UTC`; text of another form comes back as it is. */
export function formatDateTime(time: string): string {
  const clock = /T(\d\d:\d\d)[\d:.]*Z$/.exec(time)?.[1];
  return clock === undefined ? time : `${formatDate(time)}, ${clock} UTC`;
}
