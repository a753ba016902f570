import { count } from './numbers.ts';

const UNITS = [
  { seconds: 86_400, noun: 'day' },
  { seconds: 3600, noun: 'hour' },
  { seconds: 60, noun: 'minute' },
] as const;

/** Formats seconds in the largest unit that divides them: `30 days`, `90 minutes`, `45 seconds`. */
export function formatDuration(seconds: number): string {
  const unit = seconds > 0 ? UNITS.find(each => seconds % each.seconds === 0) : undefined;
  return unit ? count(seconds / unit.seconds, unit.noun) : count(seconds, 'second');
}
