import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toSingleLine } from '#listing/display/single-line.ts';
import { endpointPage, endpointPages } from '#listing/endpoint-pages.ts';
import { listingPage } from '#listing/row.ts';
import { WARNING_CODES, WARNINGS } from '#listing/warnings.ts';
import { lintRules } from '#manifest/lint.ts';
import { values } from '#manifest/taxonomy.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { COLLECTIONS } from '#query/collections.ts';
import problems from '#registry/problems.json' with { type: 'json' };
import { findBudgetProblem } from '#scripts/checks/budgets/listing-budget.ts';
import { measurePage } from '#scripts/checks/budgets/page-weight.ts';
import { CHAPTERS } from './docs/chapters.ts';
import { LINT_EXPLANATIONS } from './docs/lint-explanations.ts';
import measurement from './docs/performance.json' with { type: 'json' };
import { ADDRESSES, type BuiltSite, buildFixtureSite, REGISTRY_URL } from './fixtures/built-site.ts';
import { attribute, type Element, find, getText } from './fixtures/document.ts';
import { extractProse } from './fixtures/sentences.ts';
import { formatMeasured } from './format/numbers.ts';
import type { Figure } from './performance/measurement.ts';
import { formatTargets } from './performance/measurement-text.ts';

let site: BuiltSite;

beforeAll(async () => {
  site = await buildFixtureSite();
});

afterAll(() => site.remove());

const page = (address: string): readonly Element[] => {
  const found = site.pages.get(decodeURIComponent(address));
  if (found === undefined) throw new Error(`The site has no page ${address}.`);
  return found;
};
/** The pages of collections; which ones exist depends on the listings. */
const collectionPages = () =>
  COLLECTIONS.map(({ id }) => `/collections/${id}/`).filter(address => site.pages.has(address));
const everyElement = () => [...site.pages.values()].flat();
const linksOf = (elements: readonly Element[]) =>
  elements.filter(({ tagName }) => tagName === 'a').map(link => attribute(link, 'href') ?? '');

/** Returns the URLs of the alternate versions of a page. */
const alternates = (elements: readonly Element[], type: string) =>
  elements
    .filter(each => attribute(each, 'rel') === 'alternate' && attribute(each, 'type') === type)
    .map(each => attribute(each, 'href') ?? '');

describe('the documentation', () => {
  const anchorsOf = (address: string) => new Set(page(address).map(element => attribute(element, 'id')));

  test.each(Object.keys(problems))('has a section at the URL of the problem type %s', type => {
    expect(anchorsOf('/docs/problems/')).toContain(type);
  });

  test.each(lintRules)('has a section at the anchor of the rule $name', ({ name, anchor }) => {
    expect(anchorsOf('/docs/verification/')).toContain(anchor);
    expect(LINT_EXPLANATIONS).toHaveProperty(name);
  });

  test('shows each measured figure and the number of targets reached', () => {
    const text = getText(find(page('/docs/performance/'), 'main'));
    for (const { name, value, unit } of measurement.parts.flatMap((part): readonly Figure[] => part.figures)) {
      const [title = ''] = /^.*(?=, p(50|99)$)/.exec(name)?.[0].split(', ').slice(-1) ?? [name];
      expect(text).toContain(title);
      if (title === name) expect(text).toContain(`${formatMeasured(value)} ${unit}`);
    }
    expect(text).toContain(formatTargets(measurement));
  });

  test.each(CHAPTERS)('contains $path with the heading and navigation entry of the list', chapter => {
    expect(getText(find(page(chapter.path), 'h1'))).toBe(chapter.title);
    const current = page(chapter.path).filter(element => attribute(element, 'aria-current') === 'page');
    expect(current.map(element => attribute(element, 'href'))).toContain(chapter.path);
  });
});

/** The 404 page, and the page that the browser creates. */
const WITHOUT_MARKDOWN = /^\/(404\.html|compare\/)$/;

describe('each page', () => {
  test('contains the name of the registry instead of the default', async () => {
    for (const [address, elements] of site.pages) {
      const title = getText(find(elements, 'title'));
      expect(title.endsWith(ADDRESSES.siteName), address).toBe(true);
      // The table of settings and the changelog contain the default.
      if (['/docs/self-hosting/', '/docs/changelog/'].includes(address)) continue;
      const file = path.join(site.folder, address.endsWith('/') ? `${address}index.html` : address);
      expect(await readFile(file, 'utf8'), address).not.toMatch(/public API registry/i);
    }
  });

  test('has the expected URL', () => {
    const addresses = [
      '/',
      '/404.html',
      '/about/',
      '/apis/',
      '/browse/',
      '/categories/',
      '/changes/',
      '/collections/',
      '/compare/',
      '/connect/',
      '/corrections/',
      '/maintain/',
      '/privacy/',
      '/probes/',
      '/publishers/',
      '/schemas/',
      '/search/',
      '/status/',
      '/terms/',
      '/publish/',
      ...CHAPTERS.map(({ path }) => path),
      ...collectionPages(),
      ...values('categories').map(category => `/categories/${category}/`),
      ...values('primary_categories').map(primary => `/primary/${primary}/`),
      ...site.records.flatMap(({ id, manifest }) =>
        endpointPages(manifest.endpoints).map((_, at) => decodeURIComponent(endpointPage(id, at + 1))),
      ),
    ];
    expect([...site.pages.keys()].sort()).toEqual(addresses.sort());
  });

  test('links to its Markdown version, except pages for people only', () => {
    for (const [address, elements] of site.pages) {
      const named = alternates(elements, 'text/markdown').map(decodeURIComponent);
      const hasNone = WITHOUT_MARKDOWN.test(decodeURIComponent(address));
      expect(named, address).toEqual(hasNone ? [] : [`${address}index.md`]);
    }
  });

  test('has the links, search, and scripts of its own header, although pages share it', () => {
    const scripts = new Set<string>();
    for (const [address, elements] of site.pages) {
      const header = elements.slice(0, elements.indexOf(find(elements, 'main')));
      const current = header.filter(each => attribute(each, 'aria-current') !== undefined);
      const [part = ''] = /^\/[^/]*\//.exec(address) ?? [];
      const link = ['/apis/', '/categories/', '/primary/'].includes(part) ? '/browse/' : part;
      const value = link === address ? 'page' : 'true';
      expect(
        current.map(each => [attribute(each, 'href'), attribute(each, 'aria-current')]),
        address,
      ).toEqual(['/browse/', '/connect/', '/docs/', '/status/'].includes(link) ? [[link, value]] : []);
      const hasSearch = header.some(({ tagName }) => tagName === 'search');
      expect(hasSearch, address).toBe(!['/', '/search/', '/browse/'].includes(address));
      const own = elements.filter(({ tagName }) => tagName === 'script').map(each => attribute(each, 'src') ?? '');
      scripts.add(own.filter(src => src.includes('SiteHeader')).join());
    }
    expect([...scripts]).toEqual([expect.stringMatching(/^[^,]*SiteHeader[^,]*$/)]);
  });

  test('contains no inline style, frame, event handler, or inline script', () => {
    const forbidden = new Set(['style', 'iframe', 'object', 'embed', 'base', 'foreignobject', 'use']);
    for (const [address, elements] of site.pages) {
      expect(
        elements.filter(({ tagName }) => forbidden.has(tagName)),
        address,
      ).toEqual([]);
      for (const form of elements.filter(({ tagName }) => tagName === 'form')) {
        expect(attribute(form, 'action'), address).toMatch(/^\/(search|browse|publish)\/$/);
      }
      for (const script of elements.filter(({ tagName }) => tagName === 'script')) {
        if (attribute(script, 'type') === 'application/ld+json') expect(getText(script)).not.toMatch(/[<>]/);
        else expect(attribute(script, 'src'), address).toMatch(/^\/_astro\//);
      }
      for (const image of elements.filter(({ tagName }) => tagName === 'img')) {
        expect(attribute(image, 'src'), address).toMatch(/^\/badges\//);
      }
    }
    const names = everyElement().flatMap(({ attrs }) => attrs.map(({ name }) => name));
    expect(names.filter(name => name === 'style' || name.startsWith('on') || name === 'http-equiv')).toEqual([]);
  });

  test('contains no direction overrides', () => {
    const turned = [...site.pages].filter(([, elements]) =>
      /[\u202a-\u202e\u2066-\u2069]/.test(getText(find(elements, 'html'))),
    );
    expect(turned.map(([address]) => address)).toEqual([]);
  });

  test('links to the policies and to the explanation of probes', () => {
    for (const [address, elements] of site.pages)
      for (const policy of ['/terms/', '/privacy/', '/corrections/', '/probes/'])
        expect(linksOf(elements), address).toContain(policy);
  });

  test('has a space between a word and the next element', () => {
    // Astro drops white space at the end of a line before an element.
    const inline = new Set(['a', 'code', 'strong', 'em', 'time']);
    const glued = everyElement()
      .filter(({ tagName, parentNode }) => inline.has(tagName) && parentNode?.nodeName !== 'pre')
      .flatMap(element => {
        const siblings = element.parentNode?.childNodes ?? [];
        const at = siblings.indexOf(element);
        const [before, after] = [siblings[at - 1], siblings[at + 1]].map(node =>
          node && 'value' in node ? node.value : '',
        );
        return /[\p{L}\p{N}.,;:)]$/u.test(before ?? '') || /^[\p{L}\p{N}(]/u.test(after ?? '')
          ? [`${before?.slice(-20)}<${getText(element).slice(0, 20)}>${after?.slice(0, 20)}`]
          : [];
      });
    expect(glued).toEqual([]);
  });

  test('links only to http(s) URLs and plain email addresses, with nofollow for those of publishers', () => {
    for (const [address, elements] of site.pages) {
      for (const link of elements.filter(({ tagName }) => tagName === 'a')) {
        const href = attribute(link, 'href') ?? '';
        if (/^[/#]/.test(href) || href.startsWith(`${REGISTRY_URL}/`)) continue;
        expect(href).toMatch(/^(https?:\/\/[^@]*|mailto:[^?&,]*)$/);
        if (address.startsWith('/apis/')) expect(attribute(link, 'rel') ?? '').toContain('nofollow');
      }
    }
  });

  test('has a social preview image of the declared size', async () => {
    for (const [address, elements] of site.pages) {
      const said = (property: string) =>
        elements.flatMap(each => (attribute(each, 'property') === property ? attribute(each, 'content') : [])).at(0);
      const picture = await readFile(path.join(site.folder, new URL(said('og:image') ?? '').pathname));
      const size = [picture.readUInt32BE(16), picture.readUInt32BE(20)].map(String);
      expect(size, address).toEqual([said('og:image:width'), said('og:image:height')]);
      expect(said('og:image:alt'), address).toMatch(/\w\. \w/);
    }
  });

  test('links only to existing pages and anchors', () => {
    const broken = [...site.pages].flatMap(([from, elements]) =>
      linksOf(elements)
        .filter(href => /^[/#]/.test(href))
        .map(href => new URL(href, new URL(encodeURI(from), 'https://site.example')))
        .filter(({ pathname, hash }) => !leadsSomewhere(decodeURIComponent(pathname), hash.slice(1)))
        .map(({ href }) => `${from} -> ${href}`),
    );
    expect(broken).toEqual([]);
  });

  test('has one h1 and no skipped heading levels', () => {
    for (const [address, elements] of site.pages) {
      const levels = elements
        .filter(({ tagName }) => /^h[1-6]$/.test(tagName))
        .map(({ tagName }) => Number(tagName[1]));
      expect(
        levels.filter(level => level === 1),
        address,
      ).toEqual([1]);
      const jumps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
      expect(jumps, address).toEqual([]);
    }
  });

  test('has unique ids', () => {
    for (const [address, elements] of site.pages) {
      const ids = elements.flatMap(element => attribute(element, 'id') ?? []);
      expect(ids.length, address).toBe(new Set(ids).size);
    }
  });
});

describe('the page of a listing', () => {
  test.each(['ledger.example', 'hostile.example', 'bread.example_8443'])('shows each value of the manifest: %s', id => {
    const pages = [...site.pages].filter(([address]) => address.startsWith(listingPage(id)));
    const shown = pages
      .map(([, elements]) =>
        getText(
          find(elements, 'main'),
          each => each.tagName === 'pre' || (each.tagName === 'details' && attribute(each, 'class') !== 'endpoint'),
        ),
      )
      .join(' ')
      .replace(/\s+/g, ' ');
    const missing = extractProse(manifestOf(id)).filter(text => {
      const forms = [text, printable(text), toSingleLine(text)].map(form =>
        form.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' '),
      );
      return !forms.some(form => shown.includes(form.trim()));
    });
    expect(missing).toEqual([]);
  });

  test('names members that the format does not define', () => {
    const hostile = getText(find(page('/apis/hostile.example/'), 'main'));
    expect(hostile.includes('</dt><script>alert(16)</script><b><i>deep')).toBe(true);
    expect(getText(find(page('/apis/bread.example_8443/'), 'main'))).toContain('cost_hinta-hint-in-words');
  });

  test.each(['ledger.example', 'hostile.example'])('contains the raw manifest as text: %s', id => {
    const raw = page(listingPage(id)).findLast(({ tagName }) => tagName === 'pre');
    expect(raw && JSON.parse(getText(raw))).toEqual(JSON.parse(JSON.stringify(manifestOf(id)).replaceAll('\0', '')));
  });

  test('explains the members in words', () => {
    const text = getText(find(page('/apis/ledger.example/'), 'main'));
    for (const words of [
      'Freemium: free up to 1,000 queries per day, 20,000 per month, then 1,900.00 EUR (2,050.50 USD) per month',
      'Metered usage: 2 rates in x-credit, through x402',
      '12,345.678901 x-credit per token',
      'API key required',
      '60 requests per minute, 50,000 per day',
      'Signed JWT.',
      'Postpaid cycle.',
      'Quarterly',
      '30 days',
      'Verified',
      'Last checked on 20 November 2026, next check by 21 November 2026.',
      'Payment ready',
      'Passed: manifest. Not met: lint.',
      'Passed on 88 of 89 days, median response 125 ms',
    ]) {
      expect(text).toContain(words);
    }
  });

  test.each([
    ['/apis/gone.example/', 'Lapsed'],
    ['/apis/asked.example/', 'Withdrawn'],
  ])('shows, at %s, the status %s and asks search engines not to index it', (address, status) => {
    const elements = page(address);
    const shown = elements.find(each => attribute(each, 'class')?.startsWith('status '));
    expect(shown && getText(shown)).toBe(status);
    expect(
      elements.some(each => attribute(each, 'name') === 'robots' && attribute(each, 'content') === 'noindex'),
    ).toBe(true);
    expect(linksOf(page('/apis/')).concat(linksOf(page('/categories/weather/')))).not.toContain(address);
  });

  test('offers no requests, comparison, or copy of a withdrawn API', () => {
    const offers = (address: string) =>
      page(address)
        .flatMap(({ attrs }) => attrs.map(({ name }) => name))
        .filter(name => ['data-listing', 'data-compare-add', 'data-copy-markdown', 'data-try'].includes(name));
    expect(offers('/apis/gone.example/').sort()).toEqual([
      'data-compare-add',
      'data-copy-markdown',
      'data-listing',
      'data-try',
    ]);
    expect(offers('/apis/asked.example/')).toEqual([]);
  });

  test.each(WARNING_CODES)('shows the warning %s in the section of the claim that it contradicts', code => {
    const elements = page('/apis/tides.example/');
    const cautions = (id: string) => {
      const section = elements.find(each => attribute(each, 'id') === id);
      return section && getText(section);
    };
    const sections: Readonly<Record<string, string>> = {
      authentication: 'authentication',
      pricing: 'pricing',
      payment: 'pricing',
      endpoints: 'endpoints',
      url: 'endpoints',
    };
    const { contradicts, meaning } = WARNINGS[code];
    const header = elements
      .filter(each => attribute(each, 'class') === 'caution')
      .map(each => getText(each))
      .join(' ');
    expect(contradicts === 'name' ? header : cautions(sections[contradicts] ?? '')).toContain(meaning);
    const card = elements.find(each => attribute(each, 'class') === 'fact-card');
    expect(contradicts === 'name' ? header : card && getText(card)).toContain(meaning);
  });

  test('shows that a documented API responds and is not verified, with the time, and offers to claim it', () => {
    const elements = page('/apis/tides.example/');
    const pill = elements.find(each => attribute(each, 'class')?.includes('status-responding'));
    expect(pill && getText(pill)).toBe('Responding, not verified by its publisher, 20 November 2026');
    const links = linksOf(elements);
    expect(links).toContain(`${REGISTRY_URL}/listings/tides.example/manifest.json`);
    expect(links).toContain('/publish/?url=https%3A%2F%2Ftides.example');
    expect(getText(find(page('/apis/ledger.example/'), 'main'))).not.toContain('Claim this listing');
  });

  test('links to its JSON version', () => {
    expect(alternates(page('/apis/[::1]_4321/'), 'application/json')).toEqual([
      `${REGISTRY_URL}/listings/%5B%3A%3A1%5D_4321.json`,
    ]);
  });
});

describe('the status page', () => {
  test('shows the observations, with a table for each chart', () => {
    const main = find(page('/status/'), 'main');
    const text = getText(main).replace(/\s+/g, ' ');
    for (const words of [
      'The last check ran on 22 November 2026, 03:00 UTC.',
      'The next check is due by 21 November 2026, 03:00 UTC.',
      '86 passed 2 inconclusive 2 failed',
      '8 listings. Lists show 6 of them',
      'Lapsed1',
    ]) {
      expect(text).toContain(words);
    }
    const charts = page('/status/').filter(each => attribute(each, 'role') === 'img');
    expect(charts.length).toBeGreaterThan(1);
    for (const chart of charts) expect(attribute(chart, 'aria-label')).toMatch(/\d/);
    const due = page('/status/').find(each => attribute(each, 'data-due') !== undefined);
    expect(due && attribute(due, 'data-due')).toBe('2026-11-21T03:00:00Z');
  });
});

describe('a listing with a thousand endpoints', () => {
  const pages = () => [...site.pages].filter(([address]) => address.startsWith('/apis/thousand.example/'));

  test('shows each endpoint once on linked pages', () => {
    const paths = pages().flatMap(([, elements]) =>
      elements.filter(each => attribute(each, 'class') === 'endpoint-name').map(each => getText(each)),
    );
    expect([paths.length, new Set(paths).size]).toEqual([1000, 1000]);
    const [first, ...others] = pages();
    const index = linksOf(first?.[1] ?? []);
    for (const [address] of others) expect(index.some(href => href.startsWith(`${address}#`))).toBe(true);
  });

  test('stays within the size budget of a listing on each page', async () => {
    // Another part of the build creates badges.
    await mkdir(path.join(site.folder, 'badges'));
    await writeFile(path.join(site.folder, 'badges/thousand.example.svg'), '<svg></svg>');
    for (const [address] of pages())
      expect(findBudgetProblem(measurePage(site.folder, `${address.slice(1)}index.html`))).toBeUndefined();
  });
});

describe('lists', () => {
  test('contain the listed APIs in alphabetical order', () => {
    const names = page('/apis/')
      .filter(each => each.tagName === 'h3')
      .map(each => getText(each));
    expect(names).toEqual([
      '3 Harbors',
      'Ärmelkanal Tides',
      'Bread Lab',
      'Ledger & Sons',
      'Thousand Doors',
      '<script>alert(1)</script>gnp.exe',
    ]);
  });

  test('contain the listings of a category once each', () => {
    expect(
      linksOf(page('/categories/finance/')).filter(href => href.startsWith('/apis/') && href !== '/apis/'),
    ).toEqual(['/apis/ledger.example/', '/apis/hostile.example/']);
    expect(getText(find(page('/categories/biology/'), 'main'))).toContain('0 listings');
  });
});

function leadsSomewhere(pathname: string, anchor: string): boolean {
  // Another part of the build creates the Markdown versions.
  if (pathname.endsWith('/index.md')) return site.pages.has(pathname.replace(/index\.md$/, ''));
  const elements = site.pages.get(pathname);
  if (elements === undefined) return pathname.includes('.') && existsSync(path.join(site.folder, pathname));
  return anchor === '' || elements.some(element => attribute(element, 'id') === anchor);
}

function manifestOf(id: string): unknown {
  return site.records.find(record => record.id === id)?.manifest;
}
