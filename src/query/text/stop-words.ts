/** English function words: too common in queries to identify a listing, however rare they are in descriptions. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all am an and any are as at be been before behind between both but by can could did do does each for from get
  give given had has have he her here him his how i if in into is it its just like many may me more most much my need no
  not of off on one or our out over please she should show so some such tell than that the their them then there these
  they this those through to too under up us use used using very want was we were what when where whether which while
  who whom whose why will with within without would you your`.split(/\s+/),
);
