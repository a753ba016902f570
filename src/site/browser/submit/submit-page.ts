/** The submit page. Its URL has the id of the submission, so that a reload continues to poll it. */

import type { Submission } from '#contract/submission.ts';
import { showChecks } from '../checks/check-items.ts';
import { addCopyButtons } from '../copy-buttons.ts';
import { fetchJson } from '../fetch-json.ts';
import { formatSubmissionStatus, renderSubmissionResult } from './submission-result.ts';

const form = document.querySelector<HTMLFormElement>('[data-submit]');
const message = document.querySelector<HTMLElement>('[data-submit-said]');
const section = document.querySelector<HTMLElement>('[data-submission]');
if (form && message && section) begin(form, message, section);

function begin(form: HTMLFormElement, message: HTMLElement, section: HTMLElement): void {
  const api = form.dataset.api ?? '';
  const input = form.querySelector('input');
  const button = form.querySelector('button');
  /** The polled submission. A new submission stops the polling of this one. */
  let followed = '';

  const busy = (is: boolean) => {
    if (button) button.disabled = is;
  };

  /** Shows a message that is not part of the submission status. */
  const tell = (text: string) => {
    message.classList.remove('unseen');
    message.textContent = text;
  };

  const show = (submission: Submission) => {
    const { status, report, checks, errors, url } = submission;
    section.hidden = false;
    message.classList.add('unseen');
    busy(status === 'pending' || status === 'validating');
    if (input && input.value === '') input.value = url;
    const box = section.querySelector('[data-verdict]');
    if (box) {
      const tone = status === 'approved' ? ' verdict-good' : status === 'rejected' ? ' verdict-bad' : '';
      box.className = `verdict${tone}`;
      box.replaceChildren(...renderSubmissionResult(submission));
      addCopyButtons(box);
    }
    showChecks(section, report?.checks ?? checks ?? [], status === 'validating', errors);
    const text = formatSubmissionStatus(submission);
    if (message.textContent !== text) message.textContent = text;
  };

  const follow = async (id: string) => {
    followed = id;
    for (let failures = 0; followed === id; ) {
      const result = await fetchJson<{ data: Submission }>(`${api}/listings/submit/${encodeURIComponent(id)}/status`);
      if (followed !== id) return;
      if (result.ok) {
        failures = 0;
        show(result.value.data);
        const { status, live } = result.value.data;
        if (status === 'rejected' || (status === 'approved' && live !== false)) break;
      } else {
        tell(result.message);
        failures++;
        if (result.kind === 'refused' || result.kind === 'no-service' || failures === MOST_FAILURES) break;
      }
      await pause(result.retryAfter ?? (result.ok ? 1 : 3));
    }
    busy(false);
  };

  const submit = async (address: string) => {
    followed = '';
    busy(true);
    section.hidden = true;
    tell('Submitting.');
    const result = await fetchJson<{ data: Submission }>(`${api}/listings/submit`, { url: withScheme(address) });
    busy(false);
    if (!result.ok) {
      tell(result.message);
      input?.setAttribute('aria-invalid', String(result.kind === 'refused'));
      input?.focus();
      return;
    }
    input?.removeAttribute('aria-invalid');
    const { data } = result.value;
    history.pushState(null, '', `?id=${encodeURIComponent(data.submission_id)}`);
    show(data);
    await follow(data.submission_id);
  };

  const resume = () => {
    const id = new URLSearchParams(location.search).get('id');
    followed = '';
    section.hidden = true;
    tell('');
    busy(false);
    if (id) void follow(id);
  };

  form.addEventListener('submit', event => {
    event.preventDefault();
    void submit(input?.value.trim() ?? '');
  });
  section.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-check-again]')) void submit(input?.value.trim() ?? '');
  });
  addEventListener('popstate', resume);
  if (input) input.value = new URLSearchParams(location.search).get('url') ?? '';
  resume();
}

/** The maximum number of consecutive failed requests before polling stops. */
const MOST_FAILURES = 20;

/** Users often omit the scheme. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

function pause(seconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.min(seconds, 60) * 1000));
}
