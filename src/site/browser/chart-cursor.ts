/** Shows the value of the day that the reader chooses in a chart (`components/state/ChartCursor.astro`). */
import { formatDate } from '../format/calendar.ts';

const DAY = 86_400_000;

for (const cursor of document.querySelectorAll<HTMLInputElement>('.chart-cursor')) {
  const { first = '', values = '' } = cursor.dataset;
  const texts = values.split('|');
  const output = cursor.closest('figure')?.querySelector('output');
  const describe = () => {
    const day = new Date(Date.parse(first) + Number(cursor.value) * DAY).toISOString().slice(0, 10);
    return `${formatDate(day)}: ${texts[Number(cursor.value)] ?? ''}`;
  };
  const show = () => {
    cursor.setAttribute('aria-valuetext', describe());
    if (output) output.textContent = describe();
  };
  // Screen readers may read the value before the focus event, and would read the number of the day.
  cursor.setAttribute('aria-valuetext', describe());
  cursor.addEventListener('input', show);
  cursor.addEventListener('focus', show);
  cursor.addEventListener('pointermove', ({ offsetX, pointerType }) => {
    if (pointerType === 'touch') return;
    cursor.value = String(Math.floor((offsetX / cursor.clientWidth) * texts.length));
    show();
  });
}
