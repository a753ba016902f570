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
  `actually affordable ago already also always another anybody anyone anything assist assistance automatically
  available away based believe belong belonging belongs best better bit certain cheap cheapest check checking
  comprehensive couple curious current currently detail detailed details effectively else enough ever every
  everybody everyone everything exactly exist exists few find finding further going good great happen happened
  happening happens heard hello help hey hi highly hopefully including info information instead interested
  interesting keep keeps kind kindly know known last latest let likely list look looking make maybe mention
  mentioned mentioning mentions might must never new next nice nothing now often ones online other others own
  particular perhaps personalized please popular possible potential preferably provide providing put quick
  quickly really recent recently recommend recommendation recommendations regarding related relevant reliable
  request requests ridiculous right same say says see seeking several show simply small somehow someone
  something soon sort specific specifically still struggling suggest suggestion suggestions suitable sure
  tailored take taking thank thanks there thing things think today together tonight top try trying unique
  upcoming useful usually various visually way well wonder wondering yes yet`.split(/\s+/),
);
