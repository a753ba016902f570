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
  `able accurate accurately actually additional advice affordable afternoon ago allow allowing allows already
  also always angry annoyed annoying another anybody anyone anything app appealing application apps aspects
  assist assistance assistant automatic automatically available away based believe belong belonging belongs
  best better bit captivating certain chatbot cheap cheapest check checking comprehensive couple curious
  current currently day days detail detailed details different display displaying diverse effective
  effectively efficient efficiently else engaging enhance enough ensure ensuring evening ever every everybody
  everyone everything exactly exist exists explore exploring fast faster fetch fetching few find finding
  frustrated frustrating further global globally going good grade great greetings guidance guide guides happen
  happened happening happens having heard hello help hey hi highly hopefully idea ideas important included
  includes including info information instead instruction instructions interested interesting intricate keep
  keeps kind kindly know known last latest let lightweight likely list look looking make maybe mention
  mentioned mentioning mentions might modern month months morning multilingual multiple must necessary needed
  needs never new next nice nothing now offer offering offers official often ones online option options other
  others overall overview own particular perhaps personalized platform platforms please pls plugin plugins plz
  popular possible potential powerful preferably production professional programmatic programmatically provide
  providing put quick quickly ready really receive receiving recent recently recommend recommendation
  recommendations regarding related relevant reliable reputable request requested requesting requests
  requirement requirements retrieve retrieving ridiculous right robust same say says scalable secure securely
  see seeking several show significant simply small software solution solutions somehow someone something soon
  sort specific specifically stable step steps still struggling suggest suggestion suggestions suitable sure
  system systems tailored take taking thank thanks there thing things think thx times tip tips tired today
  together tomorrow tonight tool tools top trouble try trying u ugh understand understanding unique unofficial
  upcoming updated useful usually variety various visually way week weeks well wonder wondering worldwide year
  years yes yesterday yet`.split(/\s+/),
);

/** Words for how programs use an API, such as formats and programming languages. Listings rarely mention them. */
export const CONDITION_WORDS: ReadonlySet<string> = new Set(
  `access agent agents anonymous api apis async asynchronous backend batch bulk commercial compliant csv curl docs documentation
  documented endpoint endpoints example examples integrate integration integrations java javascript json latency
  microservice nodejs offline paginated pagination php provider providers python rest restful script scripts sdk
  service services soap swift throughput typescript via volume xml yaml`.split(/\s+/),
);
