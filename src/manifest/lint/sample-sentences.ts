/**
 * The texts of the example manifests and of the examples in the schemas. A manifest that still has one of them was copied
 * from the documentation and not finished. Short sentences are not included, because they can be true of any API.
 */
export const SAMPLE_SENTENCES: ReadonlySet<string> = new Set([
  'Predicted times and heights of high and low water for 4,200 harbors, up to two years ahead, computed from harmonic constants, in meters above chart datum.',
  "Look up the harbor's id first and store it: ids never change. Times are local to the harbor and include their UTC offset. Heights are predictions; wind and pressure can change them by half a meter. Request one day at a time. 404 means that the harbor is unknown.",
  "Get the tides of one harbor on one day. Use it if you know the harbor's id.",
  'A JSON array of events with time, height in meters, and whether it is high or low water.',
  'Get the ids and names of all harbors. Free of charge.',
  'A JSON array of harbors with id, name, latitude, and longitude.',
  "Look up the harbor's id first and store it: ids never change. Request one day at a time.",
  'Send the key in the header X-API-Key. Get a key at https://tides.example/keys.',
  '0.002 euros per request beyond the free tier, billed monthly.',
  'Properties of the chemical elements: names, symbols, atomic numbers and masses, melting and boiling points, each with its source.',
  'Symbols are case-sensitive: Co is cobalt, CO is not an element and returns 404. The data changes once a year, so cache responses for a day. There is no list of all elements: request each symbol.',
  'Look up one chemical element by its symbol; use it when the symbol is known.',
  'A JSON object with name, atomic number and mass of the element.',
  'Chemical symbol of the element, for example Fe.',
  '0.002 US dollars for each request, billed monthly.',
  'Send the key in the header X-API-Key; keys are issued at https://example.com/keys.',
]);
