/**
 * On a listing's page, in the browser: shows the endpoints that have all the words of the box above them, in their path,
 * their descriptions or their parameters. Without this script the box stays hidden, and all endpoints are there.
 */
const box = document.querySelector<HTMLElement>('[data-endpoint-filter]');
const input = box?.querySelector('input');
const told = box?.querySelector('output');

if (box && input && told) {
  const texts = new Map(
    [...document.querySelectorAll<HTMLElement>('.endpoint')].map(each => [each, each.textContent.toLowerCase()]),
  );
  const parts = document.querySelectorAll<HTMLElement>('.endpoint-index, .endpoint-group');
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [endpoint, text] of texts) {
      endpoint.hidden = !words.every(word => text.includes(word));
      if (!endpoint.hidden) shown++;
    }
    for (const part of parts) part.hidden = words.length > 0;
    told.value = words.length === 0 ? '' : `${shown} of ${texts.size}`;
  };
  box.hidden = false;
  input.addEventListener('input', filter);
  // An address that leads to an endpoint, or a browser that kept the words, may come before the script.
  filter();
}

export {};
