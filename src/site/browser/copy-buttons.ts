const MAX_NAME_LENGTH = 60;

/** Screen readers do not report that the text of a button changes. */
const announcement = document.createElement('p');
announcement.className = 'unseen';
announcement.setAttribute('role', 'status');
document.querySelector('main')?.append(announcement);

/** Reports a result to screen readers. It is gone after two seconds, so that the next one is reported again. */
export function announce(text: string): void {
  announcement.textContent = text;
  setTimeout(() => {
    announcement.textContent = '';
  }, 2000);
}

/**
 * Adds a copy button to each code block. Hides the buttons of the page instead if scripts have no clipboard, as on http hosts
 * other than loopback.
 */
export function addCopyButtons(within: ParentNode): void {
  if (!navigator.clipboard) {
    for (const part of within.querySelectorAll<HTMLElement>('[data-copy-view], [data-compare-copy]'))
      part.hidden = true;
    return;
  }
  for (const text of within.querySelectorAll<HTMLElement>('pre.copy')) {
    const button = document.createElement('button');
    const frame = document.createElement('div');
    Object.assign(button, { type: 'button', className: 'copy-button', textContent: 'Copy' });
    button.setAttribute('aria-label', `Copy ${text.dataset.copyName ?? describeCommand(text.textContent)}`);
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

/** Returns the beginning of the first command, without a comment before it, so that the buttons of a page have different names. */
function describeCommand(code: string): string {
  const lines = code.trim().split('\n');
  const command = lines.find(line => !line.startsWith('#')) ?? lines[0] ?? '';
  return command.slice(0, MAX_NAME_LENGTH).replace(/\s*\\?$/, '');
}

/** Copies a text and shows the result on the button for two seconds. */
export async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  const copied = await writeClipboard(text);
  const { textContent: before } = button;
  if (before === 'Copied' || before === 'Copy failed') return;
  button.textContent = copied ? 'Copied' : 'Copy failed';
  announce(button.textContent);
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}

/** Writes a text to the clipboard. Returns whether the browser allowed it. */
export function writeClipboard(text: string): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

addCopyButtons(document);
