import { getExampleArguments } from '#calls/example-arguments.ts';
import { placeParameters } from '#calls/parameters/located-parameter.ts';
import { nameArguments } from '#calls/parameters/name-arguments.ts';
import { planRequest, type RequestPlan } from '#calls/request-plan.ts';
import {
  LANGUAGE_NAMES,
  renderSnippet,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
} from '#calls/snippets/render-snippet.ts';
import type { Detail } from '#contract/detail.ts';
import type { Endpoint } from '#manifest/manifest.ts';
import { addCopyButtons } from '../copy-buttons.ts';
import { element } from '../element.ts';
import { fetchListing } from '../fetch-json.ts';
import { parseValue } from './parse-value.ts';
import { sendRequest, type TryResult } from './send-request.ts';

let loaded: Promise<Detail | undefined> | undefined;

/**
 * Makes the request of an endpoint editable: a field per parameter, tabs for the languages, and a button that sends it.
 * @param call the endpoint, or the quickstart, which has its own tabs
 * @param address the URL of the listing as JSON
 */
export async function attachBuilder(call: HTMLElement, address: string): Promise<void> {
  loaded ??= load(address);
  const detail = await loaded;
  const { method, path } = call.dataset;
  const endpoints: readonly Endpoint[] = detail?.manifest.endpoints ?? [];
  const endpoint = endpoints.find(each => each.method === method && each.path === path);
  if (!detail || !endpoint) return;
  // Without a prototype, `__proto__` is a name like any other.
  const values: Record<string, unknown> = Object.assign(Object.create(null), getExampleArguments(endpoint));
  const plan = () => planRequest(detail.manifest, endpoint, values, { origin: detail.url });
  if (call.matches('.quickstart')) return attachTry(call, plan, detail);

  const code = call.querySelector<HTMLElement>('.endpoint-code');
  if (!code) return;
  const { panel, show } = createPanel(call, detail, plan);
  code.replaceChildren(panel);
  addCopyButtons(panel);
  attachTry(panel, plan, detail);
  const rows = call.querySelectorAll('.parameters tbody tr');
  const { parameters } = placeParameters(endpoint);
  // A name can occur in several locations.
  const names = nameArguments(parameters);
  for (const [at, parameter] of parameters.entries()) {
    const { name, required } = parameter;
    const argument = names[at] ?? name;
    const value = values[argument];
    const text = value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const input = element('input', { type: 'text', value: text, spellcheck: false, 'aria-label': `Value of ${name}` });
    input.addEventListener('input', () => {
      if (input.value === '') delete values[argument];
      else values[argument] = parseValue(input.value, parameter);
      show();
    });
    if (at < endpoint.parameters.length) rows[at]?.lastElementChild?.append(input);
    // A placeholder that the manifest does not declare has no row.
    else if (required) {
      input.placeholder = name;
      panel.querySelector('[data-try]')?.before(input);
    }
  }
  collapseRows([...rows].filter((_, at) => isSpare(endpoint, at, values[names[at] ?? ''])));
  show();
}

/** Whether a parameter is far down the list, and the request does not need it. */
function isSpare({ parameters }: Endpoint, at: number, value: unknown): boolean {
  return at >= MAX_ROWS && !parameters[at]?.required && value === undefined;
}

/** The number of parameters that always show. */
const MAX_ROWS = 6;

/** Hides rows behind a button, so that the code stays next to its fields. One row is not worth a button. */
function collapseRows(rows: readonly Element[]): void {
  const table = rows[0]?.closest('table');
  if (!table || rows.length < 2) return;
  const button = element('button', { type: 'button', className: 'more-rows' }, `Show ${rows.length} more parameters`);
  for (const row of rows) row.toggleAttribute('hidden', true);
  button.addEventListener('click', () => {
    for (const row of rows) row.removeAttribute('hidden');
    rows[0]?.querySelector('input')?.focus();
    button.remove();
  });
  table.after(button);
}

async function load(address: string): Promise<Detail | undefined> {
  const result = await fetchListing(address);
  if (!result.ok) loaded = undefined;
  return result.ok ? result.value.data : undefined;
}

let panels = 0;

function createPanel(call: HTMLElement, { id }: Detail, plan: () => RequestPlan) {
  const group = `language-${++panels}`;
  const { method = '', path = '' } = call.dataset;
  const pre = element('pre', { className: 'copy', dir: 'ltr', tabIndex: '0' });
  const tabs = SNIPPET_LANGUAGES.map(language => {
    const input = element('input', { type: 'radio', name: group, value: language, checked: language === 'curl' });
    return element('label', { className: 'tab' }, input, LANGUAGE_NAMES[language]);
  });
  const tablist = element('div', { className: 'tabs', role: 'radiogroup', 'aria-label': 'Language' }, ...tabs);
  const notes = element('p', { className: 'panel-bar', role: 'status', hidden: true });
  const panel = element(
    'div',
    { className: 'panel' },
    element('div', { className: 'panel-bar' }, tablist),
    pre,
    notes,
    element(
      'div',
      { className: 'panel-bar try-bar' },
      element('button', { type: 'button', 'data-try': '' }, 'Try it'),
      element('span', {}, 'Sent from your browser to the API, never to us.'),
    ),
    element('div', { 'data-try-output': '' }),
  );
  const show = () => {
    const language = (panel.querySelector<HTMLInputElement>(':checked')?.value ?? 'curl') as SnippetLanguage;
    const current = plan();
    pre.textContent = renderSnippet(current, language, { id });
    pre.dataset.copyName = `${LANGUAGE_NAMES[language]} for ${method} ${path}`;
    panel.querySelector('.copy-button')?.setAttribute('aria-label', `Copy ${pre.dataset.copyName}`);
    const problems = current.findings.filter(({ severity }) => severity === 'error');
    notes.hidden = problems.length === 0;
    notes.textContent = problems.map(({ message, hint }) => `${message} ${hint}`).join(' ');
  };
  panel.addEventListener('change', show);
  return { panel, show };
}

/** Adds the secrets that a request needs and sends it when the reader asks. Secrets stay in the fields of this page. */
function attachTry(root: HTMLElement, plan: () => RequestPlan, { url }: Detail): void {
  const button = root.querySelector<HTMLButtonElement>('[data-try]');
  const bar = button?.closest('.try-bar');
  if (!button || !bar) return;
  const fields = plan().authentication.credentials.flatMap(({ secrets }) =>
    secrets.map(name =>
      element('input', { type: 'password', name, placeholder: name, autocomplete: 'off', 'aria-label': name }),
    ),
  );
  button.before(...fields);
  for (const field of fields)
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') button.click();
    });
  // Screen readers report changes of a status only if it was on the page before.
  const status = element('span', { className: 'unseen', role: 'status' });
  bar.append(status);
  const ownOutput = root.querySelector<HTMLElement>('[data-try-output]');
  button.addEventListener('click', async () => {
    // The attribute alone keeps the focus on the button, which `disabled` would lose.
    if (button.hasAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    const { textContent: label } = button;
    button.textContent = 'Sending…';
    status.textContent = 'Sending';
    const secrets = Object.fromEntries(fields.map(({ name, value }) => [name, value === '' ? undefined : value]));
    const result = await sendRequest(plan(), secrets, new URL(url).host);
    button.removeAttribute('aria-disabled');
    button.textContent = label;
    status.textContent = result.ok ? `${formatStatusLine(result)}, ${result.ms} ms` : result.text;
    if (ownOutput) return ownOutput.replaceChildren(...createOutput(result));
    root.querySelector('[data-response-bar]')?.replaceChildren(...createSummary(result));
    const response = root.querySelector<HTMLElement>('[data-response]');
    if (!response) return;
    response.className = result.ok ? '' : 'prose-pre';
    response.tabIndex = 0;
    response.textContent = result.text;
  });
}

function createSummary(result: TryResult): Node[] {
  if (!result.ok) return [element('b', {}, 'Not sent or not readable')];
  const look = result.status < 400 ? 'good' : '';
  return [
    element('span', { className: look }, formatStatusLine(result)),
    element('span', {}, `${result.ms} ms, just now`),
  ];
}

/** HTTP/2 has no status texts. */
function formatStatusLine({ status, statusText }: { readonly status: number; readonly statusText: string }): string {
  return `${status} ${statusText}`.trim();
}

function createOutput(result: TryResult): Node[] {
  return [
    element('div', { className: 'panel-bar' }, ...createSummary(result)),
    element('pre', { dir: 'ltr', tabIndex: '0', className: result.ok ? '' : 'prose-pre' }, result.text),
  ];
}
