/**
 * Shows on the status page that the next check is overdue, at once or when the deadline passes. If the page itself is
 * old, the builds have stopped, which matters just as much.
 */
const LONGEST = 24 * 60 * 60 * 1000;

for (const element of document.querySelectorAll<HTMLElement>('[data-due]')) {
  const notice = () => {
    const left = Date.parse(element.dataset.due ?? '') - Date.now();
    // Timers overflow after about 24 days.
    if (left > 0) setTimeout(notice, Math.min(left, LONGEST));
    if (left > 0 || Number.isNaN(left)) return;
    element.classList.add('overdue');
    element.prepend('Overdue. ');
  };
  notice();
}

export {};
