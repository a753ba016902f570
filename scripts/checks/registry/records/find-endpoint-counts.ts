import type { ListingRecord } from '#listing/listing-record.ts';

/** The numbers of endpoints of a record from documentation. */
const [MIN_ENDPOINTS, MAX_ENDPOINTS] = [3, 15];

const ONE_PATH = 'All functions share one path and differ by parameters.';
const COMPLETE = 'These are all endpoints that the API documents for reading.';
const WRITES = 'Its other endpoints write, store uploads, or are only for owners of a site.';
const UNCERTAIN = 'Its other endpoints could not be confirmed.';
const OTHER_HOST = 'Its other endpoints are on another host or need a contract.';

/** Records with fewer endpoints, each with the reason. */
const FEW_ENDPOINTS: Readonly<Record<string, string>> = {
  'air-quality-api.open-meteo.com': COMPLETE,
  'alphafold.ebi.ac.uk': UNCERTAIN,
  'api-eu.dhl.com': OTHER_HOST,
  'api.citybik.es': COMPLETE,
  'api.datamuse.com': COMPLETE,
  'api.dictionaryapi.dev': COMPLETE,
  'api.etherscan.io': ONE_PATH,
  'api.genderize.io': COMPLETE,
  'api.ipify.org': COMPLETE,
  'api.languagetool.org': OTHER_HOST,
  'api.linear.app': 'GraphQL has one path.',
  'api.mathjs.org': COMPLETE,
  'api.ocr.space': COMPLETE,
  'api.opencagedata.com': COMPLETE,
  'api.pwnedpasswords.com': COMPLETE,
  'api.qrserver.com': COMPLETE,
  'api.random.org': 'JSON-RPC has one path.',
  'api.remove.bg': WRITES,
  'api.sam.gov': UNCERTAIN,
  'api.unpaywall.org': UNCERTAIN,
  'archive-api.open-meteo.com': COMPLETE,
  'crt.sh': ONE_PATH,
  'dns.google': 'The other path takes binary DNS messages.',
  'driver-vehicle-licensing.api.gov.uk': COMPLETE,
  'export.arxiv.org': ONE_PATH,
  'factchecktools.googleapis.com': WRITES,
  'gutendex.com': COMPLETE,
  'itunes.apple.com': COMPLETE,
  'marine-api.open-meteo.com': COMPLETE,
  'npiregistry.cms.hhs.gov': ONE_PATH,
  'onlinetools.ups.com': OTHER_HOST,
  'pagespeedonline.googleapis.com': COMPLETE,
  'r.jina.ai': COMPLETE,
  'randomuser.me': COMPLETE,
  'recherche-entreprises.api.gouv.fr': COMPLETE,
  'remotive.com': COMPLETE,
  'vision.googleapis.com': WRITES,
  'ws.audioscrobbler.com': ONE_PATH,
  'www.alphavantage.co': ONE_PATH,
  'www.omdbapi.com': ONE_PATH,
  'xeno-canto.org': ONE_PATH,
};

/**
 * Finds records from documentation with too few or too many endpoints, and exemptions that no record needs.
 * @param exemptions the reason for each id with fewer endpoints
 * @returns one line for each problem, which starts with the id of the record
 */
export function findEndpointCounts(
  records: readonly ListingRecord[],
  exemptions: Readonly<Record<string, string>> = FEW_ENDPOINTS,
): string[] {
  const written = records.filter(({ source }) => source.type === 'documentation');
  const few = written.filter(({ manifest }) => manifest.endpoints.length < MIN_ENDPOINTS);
  const ids = new Set(few.map(({ id }) => id));
  return [
    ...few
      .filter(({ id }) => !(id in exemptions))
      .map(({ id }) => `${id}: Add endpoints: it has fewer than ${MIN_ENDPOINTS}. Or add the reason to FEW_ENDPOINTS.`),
    ...written
      .filter(({ manifest }) => manifest.endpoints.length > MAX_ENDPOINTS)
      .map(({ id }) => `${id}: Keep the ${MAX_ENDPOINTS} most useful endpoints.`),
    ...Object.keys(exemptions)
      .filter(id => !ids.has(id))
      .map(id => `${id}: Remove it from FEW_ENDPOINTS: it has enough endpoints, or does not exist.`),
  ];
}
