/**
 * On the page of the registry's state, in the browser: says so when the promised time of the next check is over. The
 * page itself may be old: then it is the building of pages that has stopped, which matters as much.
 */
for (const element of document.querySelectorAll<HTMLElement>('[data-due]')) {
  const due = Date.parse(element.dataset.due ?? '');
  if (Date.now() <= due) continue;
  element.classList.add('overdue');
  element.prepend('Overdue. ');
}
