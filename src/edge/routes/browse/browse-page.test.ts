import { expect, test } from 'vitest';
import { appOver, createMemoryCatalog, numberedListings } from '../../catalog/catalog.fixture.ts';
import { escapeHtml } from './listing-item.ts';

/** The parts of the built page that the server fills in. */
const BUILT = `<h1>Browse APIs</h1><noscript data-unserved><p>On this host, filters need JavaScript.</p></noscript>
<form class="browse" action="/browse/">
<fieldset class="facet" data-facet="category"><legend>Category</legend>
<label><input type="checkbox" name="category" value="weather"><span>Weather</span><span class="count">1</span></label>
<label><input type="checkbox" name="category" value="finance"><span>Finance</span><span class="count">1</span></label>
<details><summary><span data-rest>Show 9 more</span></summary><label hidden><input type="checkbox" name="category" value="history"><span>History</span><span class="count">0</span></label></details></fieldset>
<fieldset class="facet" data-facet="responding"><label><input type="radio" name="responding" value="" checked><span>Any</span></label>
<label><input type="radio" name="responding" value="true"><span>Responding now</span><span class="count">7</span></label></fieldset>
<input id="browse-q" name="q" type="search"><input name="updated_since" type="date">
<select name="sort"><option value="">Default</option><option value="name.desc">Name, Z to A</option></select>
<p role="status" data-browse-status>0 APIs</p><ul class="browse-chosen" data-browse-chosen></ul><p data-browse-note hidden></p>
<ol class="listings" data-browse-list><li>built</li></ol><div data-browse-empty hidden></div>
<nav data-browse-pages><a href="/browse/?offset=25">Next</a></nav>
<details class="request" data-request><summary><code data-request-line>GET /listings?limit=25</code></summary>
<pre data-request-code="curl">curl 'https://registry.example/listings?limit=25'</pre></details></form>`;

const ask = appOver(createMemoryCatalog(numberedListings(120)), {
  fetch: async path =>
    path === '/browse/'
      ? new Response(BUILT, { headers: { 'Content-Type': 'text/html', ETag: '"built"', 'Content-Length': '1' } })
      : undefined,
});

async function read(search: string): Promise<string> {
  const response = await ask(`/browse/${search}`, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/html');
  expect(response.headers.get('ETag')).not.toBe('"built"');
  return response.text();
}

const countRows = (html: string) => html.split('class="listing-name"').length - 1;

test('shows the form of the built page, without a query as with one', async () => {
  for (const search of ['', '?category=weather']) {
    const html = await read(search);
    expect(html).toContain('<form class="browse" data-served');
    expect(html).not.toContain('data-unserved');
  }
  expect(await read('')).toContain('<li>built</li>');
});

test('fills in the rows, the number of results, and the selected values', async () => {
  const html = await read('?category=weather&category=history&q=&sort=name.desc&updated_since=2020-01-01');
  expect(countRows(html)).toBe(25);
  expect(html).toMatch(/data-browse-status>60 APIs/);
  expect(html).toMatch(/name="category" value="weather" checked>/);
  expect(html).toMatch(/<details open><summary>.*value="history" checked>/);
  expect(html).toMatch(/value="weather" checked><span>Weather<\/span><span class="count">60</);
  expect(html).toMatch(/<option value="name.desc" selected>/);
  expect(html).toMatch(/name="updated_since" value="2020-01-01"/);
  expect(html).toContain('aria-label="Remove Weather"');
  expect(html).not.toContain('<li>built</li>');
});

test('hides values and filters without results', async () => {
  const html = await read('?category=weather');
  expect(html).toMatch(/<label hidden><input type="checkbox" name="category" value="history"/);
  expect(html).toMatch(/<fieldset class="facet" data-facet="responding" hidden>/);
});

test('counts the further values of a filter', async () => {
  expect(await read('?category=weather')).toContain('<details hidden><summary>');
  expect(await read('?category=history')).toContain('<details open><summary><span data-rest>Show 1 more</span>');
});

test('links to the pages of the results with the same query', async () => {
  const html = await read('?category=weather&offset=25');
  expect(html).toContain('Page 2 of 3');
  expect(html).toContain('<a href="/browse/?category=weather" rel="prev">');
  expect(html).toContain('<a href="/browse/?category=weather&#38;offset=50" rel="next">');
});

test('links to the last page from one after it', async () => {
  const html = await read('?category=weather&offset=9000');
  expect(html).toContain('Page 361 does not exist.');
  expect(html).toContain('<a href="/browse/?category=weather&#38;offset=50" rel="last">Last page: 3</a>');
  expect(html).not.toContain('Previous');
  expect(await read('?q=zzqqxxjj&offset=9000')).not.toContain('does not exist');
});

test.each([
  ['?utm_source=mail&category=weather', 'Ignored the unknown parameter “utm_source”.', 25],
  ['?category=wether', 'Ignored the invalid value of “category”.', 25],
  ['?limit=9999&offset=-1', 'Ignored the invalid value of “limit”. Ignored the invalid value of “offset”.', 25],
])('ignores what is invalid in %s, and says so', async (search, note, rows) => {
  const html = await read(search);
  expect(html).toContain(note);
  expect(countRows(html)).toBe(rows);
});

test('keeps the valid values of a list with invalid ones', async () => {
  const html = await read('?category=weather,wether&category=nothing');
  expect(html).toContain('Ignored the invalid value of “category”.');
  expect(html).toContain('aria-label="Remove Weather"');
});

test('suggests what to do without results', async () => {
  const html = await read('?q=zzqqxxjj');
  expect(countRows(html)).toBe(0);
  expect(html).toMatch(/data-browse-empty><h2>No API matches/);
});

test.each([
  ['?category=weather&sort=name.desc', '/listings?category=weather&#38;sort=name&#38;order=desc&#38;limit=25'],
  ['?limit=100&utm_source=mail', '/listings?limit=100'],
])('shows the request to the API for the results of %s', async (search, request) => {
  const html = await read(search);
  expect(html).toContain(`<code data-request-line>GET ${request}</code>`);
  expect(html).toContain(`>curl 'https://registry.example${request}'<`);
});

test('ignores false for a filter that only true selects', async () => {
  const html = await read('?free_only=false');
  expect(html).not.toContain('aria-label="Remove');
  expect(html).toContain('GET /listings?limit=25<');
  expect(await read('?supports_spend_cap=false')).toContain('aria-label="Remove');
});

test('never renders a query as markup', async () => {
  const attack = '"><script>alert(1)</script>$&$1';
  const html = await read(`?${new URLSearchParams({ q: attack, [attack]: 'x', payment_currency: attack })}`);
  expect(html).not.toContain('<script>alert');
  expect(html).toContain(escapeHtml(attack));
});
