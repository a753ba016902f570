/**
 * The files that the build made: pages, schemas, styles. A host provides them, from a folder or from a platform's
 * storage, with their Content-Type and ETag.
 */
export interface Assets {
  /** @param path the path of the request's address; undefined when no file belongs to it */
  fetch(path: string): Promise<Response | undefined>;
}
