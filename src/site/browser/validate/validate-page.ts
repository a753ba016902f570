/** The validate page. Checks typed manifests in the browser, and URLs with the API. */

import type { Report } from '#contract/report.ts';
import { showChecks } from '../checks/check-items.ts';
import { element } from '../element.ts';
import { fetchJson } from '../fetch-json.ts';
import { createEditor, type Editor } from './editor.ts';
import { createProblemItem, formatInspection } from './problem-items.ts';

const frame = document.querySelector<HTMLElement>('[data-editor]');
const editor = frame && createEditor(frame);
const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
if (editor) beginEditor(editor);
const form = document.querySelector<HTMLFormElement>('[data-validate]');
if (form) beginAddress(form);

function beginEditor(editor: Editor): void {
  const { field } = editor;
  const [status, list, notes, preview] = ['editor-said', 'problems', 'notes', 'preview'].map(part);
  let turn = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const check = async () => {
    const mine = ++turn;
    const text = field.value;
    const [{ inspect }, { createFix }, { createPreview }] = await Promise.all([
      import('./inspection.ts'),
      import('./fix.ts'),
      import('./preview.ts'),
    ]);
    if (mine !== turn) return;
    const inspection = text.trim() === '' ? undefined : inspect(text);
    const problems = inspection?.problems ?? [];
    editor.mark(problems);
    const apply = ({ text: fixed }: { readonly text: string }) => {
      editor.setText(fixed);
      field.focus();
    };
    list?.replaceChildren(
      ...problems.map(problem => createProblemItem(problem, editor.goTo, createFix(text, problem), apply)),
    );
    const shown = createPreview(text);
    preview?.replaceChildren(...(shown ? [shown] : []));
    preview?.parentElement?.toggleAttribute('hidden', shown === undefined);
    const words = inspection ? formatInspection(inspection) : '';
    if (status && status.textContent !== words) status.textContent = words;
    field.setAttribute('aria-invalid', String(problems.some(({ prevents }) => prevents)));
  };
  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, 250);
  });
  const begin = (text: string, remarks: readonly string[]) => {
    editor.setText(text);
    notes?.replaceChildren(...remarks.map(remark => element('li', {}, remark)));
    field.focus();
  };
  const mayReplace = () => field.value.trim() === '' || confirm('Replace the text in the editor?');

  part('minimal')?.addEventListener('click', async () => {
    if (!mayReplace()) return;
    const { minimalManifest } = await import('./starting-points.ts');
    begin(minimalManifest(new Date()), []);
  });
  const file = document.querySelector<HTMLInputElement>('[data-openapi]');
  part('openapi-button')?.addEventListener('click', () => file?.click());
  file?.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (!chosen || !mayReplace()) return;
    if (status) status.textContent = `Reading ${chosen.name}.`;
    const { importManifest } = await import('./openapi-import.ts');
    const imported = importManifest(new Uint8Array(await chosen.arrayBuffer()), new Date());
    if ('text' in imported) begin(imported.text, imported.notes);
    else if (status) status.textContent = `Cannot import ${chosen.name}. ${imported.refusal}`;
  });
  if (field.value.trim() !== '') void check();
}

function beginAddress(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const button = form.querySelector('button');
  const [status, section, box] = [part('validate-said'), part('report'), part('verdict')];

  const run = async (address: string) => {
    if (button) button.disabled = true;
    if (status)
      status.textContent = 'Running the checks. This takes a few seconds, or up to half a minute if the API is slow.';
    if (section) section.hidden = true;
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
    const result = await fetchJson<Report>(`${form.dataset.validator}/validate`, { url });
    if (button) button.disabled = false;
    if (status) status.textContent = result.ok ? '' : result.message;
    if (!result.ok || !section || !box) return;
    section.hidden = false;
    showChecks(section, result.value.checks, false);
    box.className = `verdict ${result.value.passed ? 'verdict-good' : 'verdict-bad'}`;
    const strong = element('strong', {}, inWords(result.value));
    box.replaceChildren(element('p', {}, strong, ...(result.value.passed ? [' ', submitLink(url)] : [])));
    if (status) status.textContent = inWords(result.value);
    status?.classList.add('unseen');
  };

  form.addEventListener('submit', event => {
    event.preventDefault();
    const address = input?.value.trim() ?? '';
    status?.classList.remove('unseen');
    history.replaceState(null, '', `?${new URLSearchParams({ url: address })}`);
    void run(address);
  });
  const given = new URLSearchParams(location.search).get('url');
  if (input && given) {
    input.value = given;
    void run(given);
  }
}

function inWords({ passed, retryable, url, badges }: Report): string {
  if (passed) return `${url} passed${badges.length > 0 ? ` and earned ${badges.join(' and ')}` : ''}.`;
  return retryable
    ? `${url} did not pass because a check was inconclusive. Try again later.`
    : `${url} failed verification. Each check shows how to fix it.`;
}

function submitLink(url: string): HTMLElement {
  return element('a', { href: `/submit/?${new URLSearchParams({ url })}` }, 'Submit it');
}
