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
    writeDraft(text);
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
    findPart('convert')?.toggleAttribute('hidden', !problems.some(isOpenapi));
    findPart('fix-all')?.toggleAttribute('hidden', fixes.filter(fix => fix !== undefined).length < 2);
    findPart('download')?.toggleAttribute('hidden', inspection === undefined || isInvalid);
    field.setAttribute('aria-invalid', String(isInvalid));
  };

  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, TYPING_PAUSE_MS);
  });
  // After the Back button, the browser restores the text itself.
  field.value ||= readDraft();
  if (field.value !== '') field.dispatchEvent(new Event('input'));
}

const DRAFT_KEY = 'manifest-draft';

/** Reads the text from before a reload, or from an earlier visit in the same tab. */
function readDraft(): string {
  try {
    return sessionStorage.getItem(DRAFT_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Stores the text for the session. Without storage, or if it is full, the text lasts until the user leaves the page. */
function writeDraft(text: string): void {
  try {
    // If the storage is full, an old text would replace a newer one.
    sessionStorage.removeItem(DRAFT_KEY);
    sessionStorage.setItem(DRAFT_KEY, text);
  } catch {
    // The other parts of the editor do not need the storage.
  }
}

function showProblems(editor: Editor, problems: readonly Problem[], fixes: readonly (Fix | undefined)[]): void {
  editor.mark(problems);
  const apply = ({ text }: Fix) => editor.setText(text);
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

/** Whether the text is an OpenAPI document: the hint for the terminal is to import it. */
function isOpenapi({ hint }: Problem): boolean {
  return /^Create a manifest from it: .* --from-openapi /.test(hint);
}

/** Whether the text has a problem that prevents a listing. */
function hasErrors(inspection: Inspection | undefined): boolean {
  return inspection?.problems.some(({ prevents }) => prevents) ?? false;
}

/** Handles dropped files, and the buttons that start from a text, import a document, apply the fixes, and download the manifest. */
function addTools({ field, setText }: Editor): void {
  const startWith = (text: string, notes: readonly string[]) => {
    setText(text);
    field.setSelectionRange(0, 0);
    field.scrollTop = 0;
    findPart('notes')?.replaceChildren(...notes.map(note => element('li', {}, note)));
  };
  const mayReplace = () => field.value.trim() === '' || confirm('Replace the text in the editor?');

  /** Replaces the text with a draft from an OpenAPI document. */
  const importFile = async (name: string, bytes: Uint8Array) => {
    const status = findPart('editor-said');
    if (status) status.textContent = `Reading ${name}.`;
    const { importManifest } = await import('./openapi-import.ts');
    const imported = importManifest(bytes, new Date());
    if ('text' in imported) startWith(imported.text, imported.notes);
    else if (status) status.textContent = `Cannot import ${name}. ${imported.refusal}`;
  };

  findPart('minimal')?.addEventListener('click', async () => {
    if (!mayReplace()) return;
    const { minimalManifest } = await import('./starting-points.ts');
    startWith(minimalManifest(new Date()), []);
  });
  findPart('fix-all')?.addEventListener('click', async () => {
    const { applyAllFixes } = await import('./apply-all-fixes.ts');
    setText(applyAllFixes(field.value));
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
    await importFile(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
  });
  findPart('convert')?.addEventListener('click', () => importFile('the text', new TextEncoder().encode(field.value)));

  field.addEventListener('dragover', event => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  field.addEventListener('drop', async event => {
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped) return;
    // Without this, the browser leaves the page and opens the file.
    event.preventDefault();
    if (!mayReplace()) return;
    startWith(await dropped.text(), []);
  });
}

function findPart(name: string): HTMLElement | null {
  return document.querySelector(`[data-${name}]`);
}
