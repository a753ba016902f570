/** Opens the section that the fragment of the URL names, in browsers that do not open it themselves. */
function openTarget(): void {
  document
    .getElementById(decodeURIComponent(location.hash.slice(1)))
    ?.closest('details')
    ?.setAttribute('open', '');
}

addEventListener('hashchange', openTarget);
openTarget();

export {};
