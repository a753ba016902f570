/** The publish page: one tab checks and lists a URL, the other one edits a manifest. The fragment of the URL selects the tab. */

import { beginUrlTab } from './url-tab.ts';

const tabs = [...document.querySelectorAll<HTMLAnchorElement>('[data-publish-tabs] a')];
const panels = [...document.querySelectorAll<HTMLElement>('.publish-tab')];
let isEditorReady = false;

/** Shows the tab that the fragment names, by default the first one. */
function showTab(): void {
  const chosen = panels.find(({ id }) => `#${id}` === location.hash) ?? panels[0];
  for (const panel of panels) panel.hidden = panel !== chosen;
  for (const tab of tabs) {
    if (tab.hash === `#${chosen?.id}`) tab.setAttribute('aria-current', 'true');
    else tab.removeAttribute('aria-current');
  }
  if (chosen?.id !== 'write' || isEditorReady) return;
  isEditorReady = true;
  void import('../editor/editor-tab.ts').then(({ beginEditorTab }) => beginEditorTab());
}

addEventListener('hashchange', showTab);
showTab();
beginUrlTab();
