import { element } from '../element.ts';
import type { Problem } from './inspection.ts';

/** A text field with line numbers and problem markers. */
export interface Editor {
  readonly field: HTMLTextAreaElement;
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
    setText(text) {
      field.value = text;
      field.setSelectionRange(0, 0);
      field.scrollTop = 0;
      number();
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
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
      const before = field.value.split('\n').slice(0, line - 1);
      const start = before.reduce((sum, each) => sum + each.length + 1, 0);
      const end = field.value.indexOf('\n', start);
      const at = Math.min(start + column - 1, end === -1 ? field.value.length : end);
      field.focus({ preventScroll: true });
      field.setSelectionRange(at, end === -1 ? field.value.length : end);
      field.scrollTop = (line - 5) * lineHeight();
      field.scrollLeft = 0;
      field.scrollIntoView({ block: 'nearest' });
    },
  };
}
