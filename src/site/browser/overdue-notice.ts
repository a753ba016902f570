/**
 * On the page of the registry's state, in the browser: says so when the promised time of the next check is over, at once or
 * when it comes. The page itself may be old: then it is the building of pages that has stopped, which matters as much.
 */
const LONGEST = 24 * 60 * 60 * 1000;

for (const element of document.querySelectorAll<HTMLElement>('[data-due]')) {
  const notice = () => {
    const left = Date.parse(element.dataset.due ?? '') - Date.now();
    // Timers run over when they are longer than some weeks.
    if (left > 0) setTimeout(notice, Math.min(left, LONGEST));
    if (left > 0 || Number.isNaN(left)) return;
    element.classList.add('overdue');
    element.prepend('Overdue. ');
  };
  notice();
}

export {};
