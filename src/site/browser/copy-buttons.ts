/**
 * In the browser: gives each request that is there to be copied a button that copies it. Without this script, or where
 * the browser keeps the clipboard to itself, one click selects the whole of it.
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
