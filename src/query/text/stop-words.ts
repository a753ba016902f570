/** English function words: too common in queries to identify a listing, however rare they are in descriptions. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about across all along am an and any are around as at be been before behind between both but by can could did do does during each for from get
  give given had has have he her here him his how i if in into is it its just like many may me more most much my need no
  not of off on one or our out over please she should show so some such tell than that the their them then there these
  they this those through to too under until up upon us use used using very want was we were what when where whether which while
  who whom whose why will with within without would you your d don doesn isn ll m re s t ve`.split(/\s+/),
);

/** Words with which people ask for something or qualify it. They say little about what they need. */
export const REQUEST_WORDS: ReadonlySet<string> = new Set(
  `assist assistance automatically available based believe best better bit certain comprehensive couple curious current
  currently detail detailed details effectively exactly find finding good great heard hello help hey hi highly hopefully
  including information interested interesting kind kindly know known last latest let list look looking make might new
  next nice now particular personalized please popular possible potential preferably provide providing put quick quickly
  really recent recently recommend recommendation recommendations regarding related relevant reliable request requests
  ridiculous right seeking see small something sort specific specifically struggling suggest suggestion suggestions
  suitable sure tailored take taking thank thanks today top trying unique upcoming various visually way well wonder
  wondering yes`.split(/\s+/),
);
