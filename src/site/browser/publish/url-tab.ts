import type { CheckResult } from '#contract/report.ts';
import type { Submission } from '#contract/submission.ts';
import { fetchDocument } from '../fetch-json.ts';
import { fetchReport } from './fetch-report.ts';
import { followSubmission } from './follow-submission.ts';
import { ResultView } from './result-view.ts';

/**
 * Handles the form that checks and lists a URL. The URL of the page has `id` for a submission, which a reload continues to
 * poll, or `url` for the field, with `check` to run the check at once.
 */
export function beginUrlTab(): void {
  const form = document.querySelector<HTMLFormElement>('[data-publish]');
  const message = document.querySelector<HTMLElement>('[data-publish-said]');
  const section = document.querySelector<HTMLElement>('[data-result]');
  if (form && message && section) begin(form, section, new ResultView({ form, message, section }));
}

function begin(form: HTMLFormElement, section: HTMLElement, view: ResultView): void {
  const { api = '', validator = '' } = form.dataset;
  const input = form.querySelector('input');
  /** Ends the check or submission whose result the page no longer shows. */
  let stop = new AbortController();
  /** The query of the URL whose result the page shows. */
  let shown = location.search;

  /** Adds an entry to the history, unless the page has this query already. */
  const goTo = (search: string) => {
    if (search !== location.search) history.pushState(null, '', search);
    shown = search;
  };

  /** Ends the check or submission that the page shows, and returns the signal of the next one. */
  const nextSignal = () => {
    stop.abort();
    stop = new AbortController();
    return stop.signal;
  };

  const start = (text: string) => {
    view.setBusy(true);
    view.reset(text);
    input?.removeAttribute('aria-invalid');
    return nextSignal();
  };

  const submit = async (address: string) => {
    const signal = start('Submitting.');
    const result = await fetchDocument<{ data: Submission }>(`${api}/listings/submit`, { url: withScheme(address) });
    if (signal.aborted) return;
    view.setBusy(false);
    if (!result.ok) return view.showFailure(result);
    const { data } = result.value;
    goTo(`?id=${encodeURIComponent(data.submission_id)}`);
    view.showSubmission(data);
    await followSubmission(api, data.submission_id, view, signal);
  };

  const check = async (address: string) => {
    const url = withScheme(address);
    const signal = start('');
    const showProgress = (checks: readonly CheckResult[]) => {
      if (!signal.aborted) view.showProgress(url, checks);
    };
    showProgress([]);
    const result = await fetchReport(`${validator}/validate`, url, showProgress, signal);
    if (signal.aborted) return;
    view.setBusy(false);
    if (result.ok) view.showReport(result.value);
    else view.showFailure(result);
  };

  /** Shows what the URL of the page names. */
  const resume = () => {
    const search = new URLSearchParams(location.search);
    const [id, url] = [search.get('id'), search.get('url')];
    const signal = nextSignal();
    shown = location.search;
    view.reset('');
    view.setBusy(false);
    if (input && url !== null) input.value = url;
    if (id) void followSubmission(api, id, view, signal);
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

/** Users often omit the scheme. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}
