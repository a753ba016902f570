/** The buttons of a page have different names: that of the code, or the beginning of its first line. */
const MAX_NAME_LENGTH = 60;

/** Adds a copy button to each code block, if the browser allows scripts to write to the clipboard. */
export function addCopyButtons(within: ParentNode): void {
  if (!navigator.clipboard) return;
  for (const text of within.querySelectorAll<HTMLElement>('pre.copy')) {
    const copyName = text.dataset.copyName ?? text.textContent.trim().split('\n')[0]?.slice(0, MAX_NAME_LENGTH);
    const button = document.createElement('button');
    const frame = document.createElement('div');
    Object.assign(button, { type: 'button', className: 'copy-button', textContent: 'Copy' });
    button.setAttribute('aria-label', `Copy ${copyName}`);
    button.addEventListener('click', () => copy(button, text.textContent));
    frame.className = 'copy-frame';
    text.replaceWith(frame);
    frame.append(text, button);
  }
  for (const button of within.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button, button.dataset.copy ?? ''));
  }
}

/** Copies a text and shows the result on the button for two seconds. */
export async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  const { textContent: before, ariaLabel: label } = button;
  if (before === 'Copied' || before === 'Copy failed') return;
  button.textContent = copied ? 'Copied' : 'Copy failed';
  button.removeAttribute('aria-label');
  setTimeout(() => {
    button.textContent = before;
    if (label !== null) button.setAttribute('aria-label', label);
  }, 2000);
}

addCopyButtons(document);
