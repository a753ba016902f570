/**
 * The files of the build: pages, schemas, styles. A host reads them from a folder or from the platform's storage, and
 * sets Content-Type and ETag.
 */
export interface Assets {
  /**
   * @param path the path of the request URL
   * @returns undefined if no file exists at the path
   */
  fetch(path: string): Promise<Response | undefined>;
}
