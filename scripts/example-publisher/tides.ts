/** Sunrise, noon, and sunset at a place on a day, in UTC. Null if the sun does not rise or set. */
export interface Daylight {
  readonly date: string;
  readonly sunrise: string | null;
  readonly solar_noon: string;
  readonly sunset: string | null;
  readonly day_length_minutes: number;
}

export interface MoonPhase {
  readonly date: string;
  readonly age_days: number;
  /** 0 at new moon, 1 at full moon. */
  readonly illuminated: number;
  readonly phase: string;
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const rad = (degrees: number) => (degrees * Math.PI) / 180;
const deg = (radians: number) => (radians * 180) / Math.PI;

/**
 * Computes daylight with NOAA's general solar position equations, accurate to about two minutes between the polar circles.
 *
 * @param date midnight UTC of the day, in milliseconds since 1970
 */
export function computeDaylight(latitude: number, longitude: number, date: number): Daylight {
  const start = Date.UTC(new Date(date).getUTCFullYear(), 0, 1);
  const year = (2 * Math.PI * ((date - start) / DAY)) / 365.25;
  const equation =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(year) -
      0.032077 * Math.sin(year) -
      0.014615 * Math.cos(2 * year) -
      0.040849 * Math.sin(2 * year));
  const declination =
    0.006918 -
    0.399912 * Math.cos(year) +
    0.070257 * Math.sin(year) -
    0.006758 * Math.cos(2 * year) +
    0.000907 * Math.sin(2 * year) -
    0.002697 * Math.cos(3 * year) +
    0.00148 * Math.sin(3 * year);
  const cosine =
    Math.cos(rad(90.833)) / (Math.cos(rad(latitude)) * Math.cos(declination)) -
    Math.tan(rad(latitude)) * Math.tan(declination);
  const half = 4 * deg(Math.acos(Math.min(1, Math.max(-1, cosine))));
  const noon = 720 - 4 * longitude - equation;
  const at = (minutes: number) => new Date(date + Math.round(minutes) * MINUTE).toISOString();
  const crosses = Math.abs(cosine) < 1;
  return {
    date: new Date(date).toISOString().slice(0, 10),
    sunrise: crosses ? at(noon - half) : null,
    solar_noon: at(noon),
    sunset: crosses ? at(noon + half) : null,
    day_length_minutes: Math.round(2 * half),
  };
}

const MONTH = 29.530588853;
const PHASES = [
  'new',
  'waxing crescent',
  'first quarter',
  'waxing gibbous',
  'full',
  'waning gibbous',
  'last quarter',
  'waning crescent',
];

/** Computes the moon phase from the mean length of its month, accurate to about half a day. */
export function computeMoonPhase(time: number): MoonPhase {
  const sinceNewMoon = (time - Date.UTC(2000, 0, 6, 18, 14)) / DAY;
  const age = ((sinceNewMoon % MONTH) + MONTH) % MONTH;
  return {
    date: new Date(time).toISOString().slice(0, 10),
    age_days: Math.round(age * 10) / 10,
    illuminated: Math.round(((1 - Math.cos((2 * Math.PI * age) / MONTH)) / 2) * 100) / 100,
    phase: PHASES[Math.round((age / MONTH) * 8) % 8] ?? 'new',
  };
}
