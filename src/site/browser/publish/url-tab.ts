import type { Detail } from '#contract/detail.ts';
import type { CheckResult } from '#contract/report.ts';
import type { Submission } from '#contract/submission.ts';
import { toSingleLine } from '#listing/display/single-line.ts';
import { showChecks } from '../checks/check-items.ts';
import { addCopyButtons } from '../copy-buttons.ts';
import { fetchJson } from '../fetch-json.ts';
import { fetchReport } from './fetch-report.ts';
import { formatReport, renderProgress, renderReport } from './report-result.ts';
import { formatSubmissionStatus, hasPage, renderNextCheck, renderSubmissionResult } from './submission-result.ts';

/**
 * Handles the form that checks and lists a URL. The URL of the page has `id` for a submission, which a reload continues to
 * poll, or `url` for the field, with `check` to run the check at once.
 */
export function beginUrlTab(): void {
  const form = document.querySelector<HTMLFormElement>('[data-publish]');
  const message = document.querySelector<HTMLElement>('[data-publish-said]');
  const section = document.querySelector<HTMLElement>('[data-result]');
  if (form && message && section) begin(form, message, section);
}

function begin(form: HTMLFormElement, message: HTMLElement, section: HTMLElement): void {
  const { api = '', validator = '' } = form.dataset;
  const input = form.querySelector('input');
  const box = section.querySelector<HTMLElement>('[data-verdict]');
  /** Identifies the latest check or submission. A newer one stops the older one. */
  let turn = 0;
  /** Ends the request of a check whose result the page no longer shows. */
  let stop = new AbortController();
  /** The query of the URL whose result the page shows. */
  let shown = location.search;

  /** Adds an entry to the history, unless the page has this query already. */
  const goTo = (search: string) => {
    if (search !== location.search) history.pushState(null, '', search);
    shown = search;
  };

  const countChecks = () => section.querySelectorAll('[data-check]').length;

  /** Whether the user pressed a button that is now disabled or gone, so that the focus would be lost. */
  let isFocusLost = false;

  const busy = (is: boolean) => {
    const { activeElement: focused } = document;
    const isPressed = focused instanceof HTMLButtonElement && (form.contains(focused) || section.contains(focused));
    isFocusLost ||= is && isPressed;
    for (const button of form.querySelectorAll('button')) button.disabled = is;
  };

  /** Shows a message that is not part of a result. */
  const tell = (text: string, isError = false) => {
    message.className = isError ? 'verdict verdict-bad' : '';
    message.textContent = text;
  };

  const showVerdict = (tone: string, nodes: readonly Node[], text: string) => {
    section.hidden = false;
    if (box) {
      box.className = `verdict${tone}`;
      box.replaceChildren(...nodes);
      addCopyButtons(box);
      if (isFocusLost) box.focus({ preventScroll: true });
      isFocusLost = false;
    }
    // The result is visible, so the status is for screen readers only.
    message.className = 'unseen';
    if (message.textContent !== text) message.textContent = text;
  };

  const showSubmission = (submission: Submission) => {
    const { status, report, checks, errors, url } = submission;
    busy(status === 'pending' || status === 'validating');
    if (input && input.value === '') input.value = url;
    const tone = status === 'approved' ? ' verdict-good' : status === 'rejected' ? ' verdict-bad' : '';
    const shownChecks = report?.checks ?? checks ?? [];
    const isRunning = status === 'validating';
    const nodes = isRunning
      ? renderProgress(url, shownChecks.length, countChecks())
      : renderSubmissionResult(submission);
    showVerdict(tone, nodes, formatSubmissionStatus(submission));
    showChecks(section, shownChecks, isRunning, errors);
  };

  const follow = async (id: string, mine: number) => {
    for (let failures = 0; turn === mine; ) {
      const result = await fetchJson<{ data: Submission }>(`${api}/listings/submit/${encodeURIComponent(id)}/status`);
      if (turn !== mine) return;
      if (result.ok) {
        failures = 0;
        const submission = result.value.data;
        showSubmission(submission);
        const { status, live } = submission;
        if (status === 'approved' && live !== false) {
          void showListing(submission, mine);
          void awaitPage(submission, mine);
        }
        if (status === 'rejected' || (status === 'approved' && live !== false)) break;
      } else {
        tell(result.message, true);
        failures++;
        if (result.kind === 'refused' || result.kind === 'no-service' || failures === MOST_FAILURES) break;
      }
      await pause(result.retryAfter ?? (result.ok ? 1 : 3));
    }
    busy(false);
  };

  /** Shows the name of the listing, and when it is checked again. */
  const showListing = async ({ listing_id }: Submission, mine: number) => {
    const result = await fetchJson<{ data: Pick<Detail, 'name' | 'next_check_by'> }>(
      `${api}/listings/${encodeURIComponent(listing_id)}`,
    );
    if (!result.ok || turn !== mine) return;
    const { name, next_check_by } = result.value.data;
    box?.querySelector('[data-listing-name]')?.replaceChildren(`${toSingleLine(name)} `);
    if (next_check_by !== null)
      box?.querySelector('[data-next-check]')?.replaceChildren(renderNextCheck(next_check_by));
  };

  /** Removes the note that the page is being built once it exists. */
  const awaitPage = async ({ listing_id }: Submission, mine: number) => {
    for (let attempts = 0; attempts < MOST_PAGE_ATTEMPTS && turn === mine; attempts++) {
      if (await hasPage(listing_id)) break;
      await pause(1);
    }
    if (turn === mine) box?.querySelector('[data-page-note]')?.remove();
  };

  /** Shows why the request failed, and moves the focus to the field if its URL is invalid. */
  const showFailure = (result: { readonly kind: string; readonly message: string }) => {
    section.hidden = true;
    tell(result.message, true);
    input?.setAttribute('aria-invalid', String(result.kind === 'refused'));
    input?.focus();
    isFocusLost = false;
  };

  const start = (text: string) => {
    busy(true);
    section.hidden = true;
    input?.removeAttribute('aria-invalid');
    tell(text);
    return nextTurn();
  };

  const nextTurn = () => {
    stop.abort();
    stop = new AbortController();
    return ++turn;
  };

  const submit = async (address: string) => {
    const mine = start('Submitting.');
    const result = await fetchJson<{ data: Submission }>(`${api}/listings/submit`, { url: withScheme(address) });
    if (turn !== mine) return;
    busy(false);
    if (!result.ok) return showFailure(result);
    const { data } = result.value;
    goTo(`?id=${encodeURIComponent(data.submission_id)}`);
    showSubmission(data);
    await follow(data.submission_id, mine);
  };

  const check = async (address: string) => {
    const url = withScheme(address);
    const mine = start('');
    const showProgress = (checks: readonly CheckResult[]) => {
      if (turn !== mine) return;
      showVerdict('', renderProgress(url, checks.length, countChecks()), `Checking ${url}.`);
      showChecks(section, checks, true);
    };
    showProgress([]);
    const result = await fetchReport(`${validator}/validate`, url, showProgress, stop.signal);
    if (turn !== mine) return;
    busy(false);
    if (!result.ok) return showFailure(result);
    const report = result.value;
    showVerdict(report.passed ? ' verdict-good' : ' verdict-bad', renderReport(report), formatReport(report));
    showChecks(section, report.checks, false, report.errors);
  };

  /** Shows what the URL of the page names. */
  const resume = () => {
    const search = new URLSearchParams(location.search);
    const [id, url] = [search.get('id'), search.get('url')];
    const mine = nextTurn();
    shown = location.search;
    section.hidden = true;
    tell('');
    busy(false);
    if (input && url !== null) input.value = url;
    if (id) void follow(id, mine);
    else if (url && search.has('check')) void check(url);
  };

  const checkField = () => {
    if (!form.reportValidity()) return;
    const address = input?.value.trim() ?? '';
    goTo(`?${new URLSearchParams({ url: address, check: '1' })}`);
    void check(address);
  };
  const submitField = () => {
    if (form.reportValidity()) void submit(input?.value.trim() ?? '');
  };

  form.addEventListener('submit', event => {
    event.preventDefault();
    checkField();
  });
  form.querySelector('[data-list]')?.addEventListener('click', submitField);
  section.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-check-again]')) checkField();
    else if (target.closest('[data-submit-again], [data-submit-now]')) submitField();
  });
  addEventListener('popstate', () => {
    // A change of the fragment alone selects a tab.
    if (location.search !== shown) resume();
  });
  resume();
}

/** The maximum number of consecutive failed requests before polling stops. */
const MOST_FAILURES = 20;

/** The maximum number of attempts to see the page of a new listing, one per second. */
const MOST_PAGE_ATTEMPTS = 120;

/** Users often omit the scheme. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

function pause(seconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.min(seconds, 60) * 1000));
}
