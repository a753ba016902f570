/** The name of the site. */
export const SITE_NAME = 'Public API Registry';
