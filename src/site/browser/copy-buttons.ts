/**
 * Adds a copy button to each request. Without this script, or if the browser denies clipboard access, one click selects
 * the whole request.
 */
if (navigator.clipboard) {
  for (const text of document.querySelectorAll<HTMLElement>('pre.copy')) {
    const button = document.createElement('button');
    const frame = document.createElement('div');
    Object.assign(button, { type: 'button', className: 'copy-button', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      const copied = await navigator.clipboard.writeText(text.textContent).then(
        () => true,
        () => false,
      );
      button.textContent = copied ? 'Copied' : 'Copy failed';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    frame.className = 'copy-frame';
    text.replaceWith(frame);
    frame.append(text, button);
  }
}

export {};
