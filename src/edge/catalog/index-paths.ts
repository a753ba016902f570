/** The folder of the query index, whose files load in parallel. */
export const INDEX_FOLDER = '/index';

/** The file with the `Summary` of the registry. */
export const SUMMARY_FILE = '/index/summary.json';
