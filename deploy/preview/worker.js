// The first version of the Worker for previews, until the workflow Preview uploads the build of a pull request.
export default {
  fetch: () => new Response('Previews of pull requests have their own URLs.\n', { status: 404 }),
};
