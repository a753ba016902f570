import { element } from '../element.ts';
import { createEditor, type Editor } from './editor.ts';
import type { Fix } from './fix.ts';
import { createProblemItem, formatInspection } from './problem-items.ts';

/** Starts the editor: checks the text while it is typed, with the validator of the registry, in the browser. */
export function beginEditorTab(): void {
  const frame = document.querySelector<HTMLElement>('[data-editor]');
  const editor = frame && createEditor(frame);
  if (editor) begin(editor);
}

function begin(editor: Editor): void {
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
  const { field } = editor;
  const [status, next, list, notes, preview] = ['editor-said', 'editor-next', 'problems', 'notes', 'preview'].map(part);
  const [fixAll, download] = ['fix-all', 'download'].map(part);
  const invitation = status?.textContent ?? '';
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
    const fixes = problems.map(problem => createFix(text, problem));
    editor.mark(problems);
    const apply = ({ text: fixed }: Fix) => {
      editor.setText(fixed);
      field.focus();
    };
    list?.replaceChildren(...problems.map((problem, at) => createProblemItem(problem, editor.goTo, fixes[at], apply)));
    const shown = createPreview(text);
    preview?.replaceChildren(...(shown ? [shown] : []));
    preview?.parentElement?.toggleAttribute('hidden', shown === undefined);
    const words = inspection ? formatInspection(inspection) : invitation;
    if (status && status.textContent !== words) status.textContent = words;
    const isInvalid = problems.some(({ prevents }) => prevents);
    status?.classList.toggle('has-errors', isInvalid);
    status?.classList.toggle('is-valid', inspection !== undefined && !isInvalid);
    if (next && inspection)
      next.textContent = isInvalid
        ? 'Fix the errors. Nothing was submitted: the text stays in your browser.'
        : 'Serve it on the origin of your API, then check the URL.';
    fixAll?.toggleAttribute('hidden', fixes.filter(fix => fix !== undefined).length < 2);
    download?.toggleAttribute('hidden', inspection === undefined || isInvalid);
    field.setAttribute('aria-invalid', String(isInvalid));
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
  fixAll?.addEventListener('click', async () => {
    const { applyAllFixes } = await import('./apply-all-fixes.ts');
    editor.setText(applyAllFixes(field.value));
    field.focus();
  });
  download?.addEventListener('click', () => {
    const href = URL.createObjectURL(new Blob([field.value], { type: 'application/json' }));
    element('a', { href, download: 'api-manifest.json' }).click();
    URL.revokeObjectURL(href);
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
  // Until here, a click would have no effect.
  for (const button of document.querySelectorAll<HTMLButtonElement>('.editor-tools button')) button.disabled = false;
  if (field.value.trim() !== '') void check();
}
