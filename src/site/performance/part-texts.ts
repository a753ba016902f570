/** What each part of the measurement is about, in the order of the page. */
export const PART_TEXTS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  query: {
    title: 'Queries',
    text: 'A mix of what people and programs ask, a like number of each kind: the first page, one filter, three filters, a word, two words, a misspelt word, a name, a word with a filter, three sorts, and pages far down. The listings are made up from those of this registry. All engines run on the machine that asks, and answer the same questions in turns, five rounds each; the median of its five times stands for a question.',
  },
  workers: {
    title: 'In a Worker',
    text: 'The Worker as it is deployed, in workerd, with listings made up from those of this registry. A process begins, loads the index from its assets, and answers. Processor time and memory stand beside what an isolate may take, so that 100,000 listings fit into the 128 MB that the platform gives it.',
  },
  serve: {
    title: 'Answers of the Node server',
    text: 'npm start with the records of this project, asked on 32 connections at once. The peer is a bare node:http server in a process of its own that sends the same bytes, whatever is asked. What many ask for within a second is answered from memory; the line "never asked before" adds a filter that is another in each request, so that no answer is at hand.',
  },
  build: {
    title: 'Builds',
    text: 'npm run build from nothing writes JSON, HTML, exports and the search index. The peer is astro build, which renders the same pages and writes nothing else; the pages of both are compared. Then one listing changes, and the build runs again; then once more, now that there are two folders to build in by turns. Each is the median of its rounds.',
  },
  mixed: {
    title: 'Everything at once',
    text: "Half an hour's worth of a busy day for npm start, as fast as 32 clients at once get it answered: 72,000 reads, 14,400 queries, 1,800 validations and 300 submissions. Publishers take 20 ms to answer. A submission takes until its listing can be read; each one changes the registry, so that what was at hand is put together anew. Then the same for the Worker in workerd, behind the platform's local proxy; it has no forge here, so it validates what it is given, and says that it takes no submissions.",
  },
  validation: {
    title: 'Validating manifests',
    text: 'From the text of a manifest to the verdict, with all findings, hints and places. One peer is JSON.parse and plain ajv, which finds what the schema forbids and nothing more; the other is JSON.parse alone.',
  },
  'live-checks': {
    title: 'Live checks',
    text: '2,000 origins on this machine that answer after 50 ms, two requests each. One peer runs the same checks one after the other; the other is bare sockets that send the same requests and look at nothing.',
  },
  submissions: {
    title: 'Submissions',
    text: 'From a submission to the commit that lists it, with publishers on this machine that respond at once. Then submissions to npm start with 10,000 and 50,000 listings: the time from the POST until GET /listings returns the listing, and, until its page is built, too, the longest time between two timer ticks of the server, and the most processor time that its request thread takes between two.',
  },
  revalidation: {
    title: 'Re-validation',
    text: 'All checks of 10,000 origins on this machine, then again a day later, when nothing has changed. The peer is the same checks without reading, deciding and writing.',
  },
  filters: {
    title: 'Correctness',
    text: 'Each filter is compared with an independent reading of the manifests before anything is timed: a fast wrong answer is no figure.',
  },
};
