import { element } from '../element.ts';
import { createEditor, type Editor } from './editor.ts';
import type { Fix } from './fix.ts';
import type { Inspection, Problem } from './inspection.ts';
import { createProblemItem, formatInspection } from './problem-items.ts';

/** How long typing must pause before the text is checked, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/** Starts the editor: checks the text while it is typed, with the validator of the registry, in the browser. */
export function beginEditorTab(): void {
  const frame = document.querySelector<HTMLElement>('[data-editor]');
  const editor = frame && createEditor(frame);
  if (!editor) return;
  checkWhileTyping(editor);
  addTools(editor);
  // Until here, a click would have no effect.
  for (const button of document.querySelectorAll<HTMLButtonElement>('.editor-tools button')) button.disabled = false;
}

/** Checks the text of the field now, and after each pause in typing. */
function checkWhileTyping(editor: Editor): void {
  const { field } = editor;
  const invitation = findPart('editor-said')?.textContent ?? '';
  let latest = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const check = async () => {
    const turn = ++latest;
    const text = field.value;
    const [{ inspect }, { createFix }, { createPreview }] = await Promise.all([
      import('./inspection.ts'),
      import('./fix.ts'),
      import('./preview.ts'),
    ]);
    if (turn !== latest) return;
    const inspection = text.trim() === '' ? undefined : inspect(text);
    const problems = inspection?.problems ?? [];
    const fixes = problems.map(problem => createFix(text, problem));
    showProblems(editor, problems, fixes);
    showPreview(createPreview(text));
    showStatus(inspection, invitation);
    const isInvalid = hasErrors(inspection);
    findPart('fix-all')?.toggleAttribute('hidden', fixes.filter(fix => fix !== undefined).length < 2);
    findPart('download')?.toggleAttribute('hidden', inspection === undefined || isInvalid);
    field.setAttribute('aria-invalid', String(isInvalid));
  };

  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, TYPING_PAUSE_MS);
  });
  if (field.value.trim() !== '') void check();
}

function showProblems(editor: Editor, problems: readonly Problem[], fixes: readonly (Fix | undefined)[]): void {
  editor.mark(problems);
  const apply = ({ text }: Fix) => {
    editor.setText(text);
    editor.field.focus();
  };
  const items = problems.map((problem, at) => createProblemItem(problem, editor.goTo, fixes[at], apply));
  findPart('problems')?.replaceChildren(...items);
}

function showPreview(shown: Node | undefined): void {
  const preview = findPart('preview');
  preview?.replaceChildren(...(shown ? [shown] : []));
  preview?.parentElement?.toggleAttribute('hidden', shown === undefined);
}

/**
 * Shows the result of a check, and what to do next.
 * @param invitation the text without a result
 */
function showStatus(inspection: Inspection | undefined, invitation: string): void {
  const [status, next] = [findPart('editor-said'), findPart('editor-next')];
  const text = inspection ? formatInspection(inspection) : invitation;
  const isInvalid = hasErrors(inspection);
  // Screen readers announce each change.
  if (status && status.textContent !== text) status.textContent = text;
  status?.classList.toggle('has-errors', isInvalid);
  status?.classList.toggle('is-valid', inspection !== undefined && !isInvalid);
  if (next && inspection)
    next.textContent = isInvalid
      ? 'Fix the errors. Nothing was submitted: the text stays in your browser.'
      : 'Serve it on the origin of your API, then check the URL.';
}

/** Whether the text has a problem that prevents a listing. */
function hasErrors(inspection: Inspection | undefined): boolean {
  return inspection?.problems.some(({ prevents }) => prevents) ?? false;
}

/** Handles the buttons that start from a text, import a document, apply the fixes, and download the manifest. */
function addTools({ field, setText }: Editor): void {
  const startWith = (text: string, notes: readonly string[]) => {
    setText(text);
    findPart('notes')?.replaceChildren(...notes.map(note => element('li', {}, note)));
    field.focus();
  };
  const mayReplace = () => field.value.trim() === '' || confirm('Replace the text in the editor?');

  findPart('minimal')?.addEventListener('click', async () => {
    if (!mayReplace()) return;
    const { minimalManifest } = await import('./starting-points.ts');
    startWith(minimalManifest(new Date()), []);
  });
  findPart('fix-all')?.addEventListener('click', async () => {
    const { applyAllFixes } = await import('./apply-all-fixes.ts');
    setText(applyAllFixes(field.value));
    field.focus();
  });
  findPart('download')?.addEventListener('click', () => {
    const href = URL.createObjectURL(new Blob([field.value], { type: 'application/json' }));
    element('a', { href, download: 'api-manifest.json' }).click();
    URL.revokeObjectURL(href);
  });
  const file = document.querySelector<HTMLInputElement>('[data-openapi]');
  findPart('openapi-button')?.addEventListener('click', () => file?.click());
  file?.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (!chosen || !mayReplace()) return;
    const status = findPart('editor-said');
    if (status) status.textContent = `Reading ${chosen.name}.`;
    const { importManifest } = await import('./openapi-import.ts');
    const imported = importManifest(new Uint8Array(await chosen.arrayBuffer()), new Date());
    if ('text' in imported) startWith(imported.text, imported.notes);
    else if (status) status.textContent = `Cannot import ${chosen.name}. ${imported.refusal}`;
  });
}

function findPart(name: string): HTMLElement | null {
  return document.querySelector(`[data-${name}]`);
}
