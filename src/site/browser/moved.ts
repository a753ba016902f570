/** Opens the new path of a page that has moved, with the query and the fragment of the URL. */
const link = document.querySelector<HTMLAnchorElement>('a[data-moved]');
if (link) {
  const target = new URL(link.href);
  target.search = location.search;
  target.hash = location.hash;
  const { moved: flag } = link.dataset;
  if (flag && target.searchParams.has('url')) target.searchParams.set(flag, '1');
  location.replace(target);
}
