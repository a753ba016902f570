/** Where the query index lies, in files that are loaded in parallel. */
export const INDEX_FOLDER = '/index';

/** The `Summary` of the registry. */
export const SUMMARY_FILE = '/index/summary.json';
