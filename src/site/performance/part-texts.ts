/** The title and text of each part of the measurement, in the order of the page. */
export const PART_TEXTS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  query: {
    title: 'Queries',
    text: 'A mix of queries with an equal number of each kind: the first page, one filter, three filters, one word, two words, a misspelled word, a name, a word with a filter, three sort orders, and late pages. The listings are generated from those of this registry. All engines run on the client machine and process the same queries in turn, in five rounds. The result of a query is the median of its five times.',
  },
  search: {
    title: 'Search results',
    text: 'Needs in plain words, each with the listings of this registry that serve it, in two halves: one was used to tune the ranking, the other was not. The shares are of needs with a suitable listing in the first place and among the first three. MRR is the mean of 1 divided by the place of the first suitable listing. For needs that no listing serves, the benchmark measures how often the search reports that nothing fits. The baselines are BM25 and MiniSearch over the same listings. These figures do not depend on the machine.',
  },
  workers: {
    title: 'In a Worker',
    text: 'The Worker as deployed, in workerd, with listings generated from those of this registry. A process starts, loads the index from its assets, and handles requests. The baselines for CPU time and memory are the limits of an isolate, because 100,000 listings must fit into the 128 MB of the platform. The baseline for requests per second is a Worker that returns the same bytes from memory.',
  },
  serve: {
    title: 'Responses of the Node server',
    text: 'npm start with the records of this project, under requests on 32 parallel connections. The baseline is a bare node:http server in a separate process that sends the same bytes for every request. Responses to requests that repeat within one second come from a cache. In the line "never asked before", each request has a different filter, so that nothing is cached.',
  },
  build: {
    title: 'Builds',
    text: 'A full npm run build writes JSON, HTML, exports, and the search index. The baseline is astro build, which renders the same pages and writes nothing else; the benchmark compares the pages of both. Then one listing changes and the build runs again, and once more after that, when both of its alternating folders exist. Each result is the median of its rounds.',
  },
  mixed: {
    title: 'Mixed load',
    text: 'The load of half an hour on a busy day for npm start, as fast as 32 parallel clients can send it: 72,000 reads, 14,400 queries, 1,800 validations, and 300 submissions. Publishers respond after 20 ms. A submission ends when its listing can be read. Each submission changes the registry, so cached responses are rebuilt. Then the same for the Worker in workerd, behind the local proxy of the platform. Without GitHub, this Worker validates the manifests and returns 501 for submissions.',
  },
  validation: {
    title: 'Validating manifests',
    text: 'From the text of a manifest to the result, with all findings, hints, and locations. One baseline is JSON.parse with plain Ajv, which finds only schema errors. The other is JSON.parse alone.',
  },
  'live-checks': {
    title: 'Live checks',
    text: '2,000 origins on this machine that respond after 50 ms, with two requests each. One baseline runs the same checks in sequence. The other is bare sockets that send the same requests and ignore the responses.',
  },
  submissions: {
    title: 'Submissions',
    text: 'From a submission to the commit that lists it, with publishers on this machine that respond immediately. Then submissions to npm start with 10,000 and 50,000 listings: the time from the POST until GET /listings returns the listing, the longest time between two timer ticks of the server until its page is built, and the most CPU time of its request thread between two ticks.',
  },
  revalidation: {
    title: 'Revalidation',
    text: 'All checks of 2,000 origins on this machine, then again a day later, without changes. The baseline is the same checks without reading records, evaluating results, and writing.',
  },
  filters: {
    title: 'Correctness',
    text: 'Before any timing, each filter is compared with an independent evaluation of the manifests, because fast but wrong results are worthless.',
  },
};
