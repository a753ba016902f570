import { toLineOffset } from '#manifest/json-text/position.ts';
import { element } from '../element.ts';
import type { Problem } from './inspection.ts';

/** A text field with line numbers and problem markers. */
export interface Editor {
  readonly field: HTMLTextAreaElement;
  /** Changes the text. Like typing, it keeps the scroll position. The user can undo a change of up to 200 lines. */
  setText(text: string): void;
  /** Marks the lines with problems and removes earlier marks. */
  mark(problems: readonly Problem[]): void;
  /** Moves the cursor to a position and scrolls it into view. */
  goTo(position: Problem['position']): void;
}

/**
 * Turns a text field into an editor. The field remains usable with keyboards and screen readers. Line numbers and marks
 * are drawn next to and behind it, and scroll with it.
 */
export function createEditor(frame: HTMLElement): Editor | undefined {
  const field = frame.querySelector('textarea');
  const numbers = frame.querySelector<HTMLElement>('[data-numbers]');
  const marks = frame.querySelector<HTMLElement>('[data-marks]');
  if (!field || !numbers || !marks) return undefined;
  let lines = 0;

  const number = () => {
    const count = field.value.split('\n').length;
    if (count === lines) return;
    lines = count;
    numbers.textContent = Array.from({ length: count }, (_, at) => at + 1).join('\n');
  };
  const follow = () => {
    for (const layer of [numbers, marks]) layer.style.translate = `0 ${-field.scrollTop}px`;
  };
  const lineHeight = () => Number.parseFloat(getComputedStyle(field).lineHeight);

  field.addEventListener('input', number);
  field.addEventListener('scroll', follow, { passive: true });
  number();
  return {
    field,
    setText: text => replaceText(field, text),
    mark(problems) {
      const worst = new Map<number, boolean>();
      for (const { position, prevents } of problems)
        worst.set(position.line, prevents || (worst.get(position.line) ?? false));
      const bands = Array.from(worst, ([line, prevents]) => {
        const band = element('span', { className: prevents ? 'mark-error' : 'mark-warning' });
        band.dataset.line = String(line);
        band.style.top = `calc(${line - 1} * 1lh)`;
        return band;
      });
      marks.replaceChildren(...bands);
      follow();
    },
    goTo({ line, column }) {
      const all = field.value.split('\n');
      const start = all.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
      const text = all[line - 1] ?? '';
      field.focus({ preventScroll: true });
      field.setSelectionRange(start + toLineOffset(text, column), start + text.length);
      field.scrollTop = (line - 5) * lineHeight();
      field.scrollLeft = 0;
      field.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** The maximum number of lines that a browser inserts as typed text. Chromium needs 7 seconds for 1,600 lines. */
const MAX_TYPED_LINES = 200;

/**
 * Edits as if the user typed. The method is deprecated without a replacement: no other edit of a script can be undone.
 */
interface TypedEdits {
  execCommand(command: 'delete' | 'insertText', showUi: boolean, text: string): boolean;
}

/** Replaces the lines of a text that change. An assignment to `value` would delete the undo history of the browser. */
function replaceText(field: HTMLTextAreaElement, text: string): void {
  const { value } = field;
  field.focus();
  if (value === text) return;
  const shorter = Math.min(value.length, text.length);
  let start = 0;
  while (start < shorter && value[start] === text[start]) start++;
  let tail = 0;
  while (tail < shorter - start && value.at(-1 - tail) === text.at(-1 - tail)) tail++;
  // Whole lines, because the two halves of a character can differ.
  start = value.slice(0, start).lastIndexOf('\n') + 1;
  const end = value.indexOf('\n', value.length - tail);
  tail = end === -1 ? 0 : value.length - end;
  const part = text.slice(start, text.length - tail);
  field.setSelectionRange(start, value.length - tail);
  const isShort = part.split('\n').length <= MAX_TYPED_LINES;
  const typing: TypedEdits = document;
  if (isShort && typing.execCommand(part === '' ? 'delete' : 'insertText', false, part)) return;
  field.setRangeText(part, start, value.length - tail, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
