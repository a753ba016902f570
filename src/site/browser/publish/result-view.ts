import type { Detail } from '#contract/detail.ts';
import type { CheckResult, Report } from '#contract/report.ts';
import type { Submission } from '#contract/submission.ts';
import { toSingleLine } from '#listing/display/single-line.ts';
import { showChecks } from '../checks/check-items.ts';
import { addCopyButtons } from '../copy-buttons.ts';
import { formatReport, renderProgress, renderReport } from './report-result.ts';
import { formatSubmissionStatus, renderNextCheck, renderSubmissionResult } from './submission-result.ts';

/** The elements of the page that the view changes. */
interface ViewElements {
  readonly form: HTMLFormElement;
  /** Has the role `status`, so that screen readers announce its text. */
  readonly message: HTMLElement;
  /** Contains the result and the list of checks. */
  readonly section: HTMLElement;
}

/** Shows messages and results below the form of the publish page, and keeps the focus where a reader expects it. */
export class ResultView {
  readonly #form: HTMLFormElement;
  readonly #message: HTMLElement;
  readonly #section: HTMLElement;
  readonly #field: HTMLInputElement | null;
  readonly #verdict: HTMLElement | null;
  /** Whether the user pressed a button that is now disabled or gone, so that the focus would be lost. */
  #isFocusLost = false;

  constructor({ form, message, section }: ViewElements) {
    this.#form = form;
    this.#message = message;
    this.#section = section;
    this.#field = form.querySelector('input');
    this.#verdict = section.querySelector('[data-verdict]');
  }

  /** Disables the buttons of the form while a request runs. */
  setBusy(isBusy: boolean): void {
    const { activeElement: focused } = document;
    const isPressed =
      focused instanceof HTMLButtonElement && (this.#form.contains(focused) || this.#section.contains(focused));
    this.#isFocusLost ||= isBusy && isPressed;
    for (const button of this.#form.querySelectorAll('button')) button.disabled = isBusy;
  }

  /** Shows a message that is not part of a result. */
  showMessage(text: string, isError = false): void {
    this.#message.className = isError ? 'verdict verdict-bad' : '';
    this.#message.textContent = text;
  }

  /** Shows only a message, without the former result. */
  reset(text: string): void {
    this.#section.hidden = true;
    this.showMessage(text);
  }

  /** Shows why the request failed, and moves the focus to the field, which is marked if its URL is invalid. */
  showFailure({ kind, message }: { readonly kind: string; readonly message: string }): void {
    this.#section.hidden = true;
    this.showMessage(message, true);
    this.#field?.setAttribute('aria-invalid', String(kind === 'refused'));
    this.#field?.focus();
    this.#isFocusLost = false;
  }

  /** Shows the completed checks of a URL. */
  showProgress(url: string, checks: readonly CheckResult[]): void {
    this.#showVerdict('', this.#renderProgress(url, checks), `Checking ${url}.`);
    showChecks(this.#section, checks, true);
  }

  showReport(report: Report): void {
    const tone = report.passed ? ' verdict-good' : ' verdict-bad';
    this.#showVerdict(tone, renderReport(report), formatReport(report));
    showChecks(this.#section, report.checks, false, report.errors);
  }

  showSubmission(submission: Submission): void {
    const { status, report, errors, url } = submission;
    this.setBusy(status === 'pending' || status === 'validating');
    if (this.#field?.value === '') this.#field.value = url;
    const tone = status === 'approved' ? ' verdict-good' : status === 'rejected' ? ' verdict-bad' : '';
    const checks = report?.checks ?? submission.checks ?? [];
    const isRunning = status === 'validating';
    const nodes = isRunning ? this.#renderProgress(url, checks) : renderSubmissionResult(submission);
    this.#showVerdict(tone, nodes, formatSubmissionStatus(submission));
    showChecks(this.#section, checks, isRunning, errors);
  }

  /** Adds the name of the listing, and when it is checked again, to the result of its submission. */
  addListing({ name, next_check_by }: Pick<Detail, 'name' | 'next_check_by'>): void {
    this.#verdict?.querySelector('[data-listing-name]')?.replaceChildren(`${toSingleLine(name)} `);
    if (next_check_by !== null)
      this.#verdict?.querySelector('[data-next-check]')?.replaceChildren(renderNextCheck(next_check_by));
  }

  /** Removes the note that the page of the listing is being built. */
  removePageNote(): void {
    this.#verdict?.querySelector('[data-page-note]')?.remove();
  }

  #showVerdict(tone: string, nodes: readonly Node[], text: string): void {
    this.#section.hidden = false;
    if (this.#verdict) {
      this.#verdict.className = `verdict${tone}`;
      this.#verdict.replaceChildren(...nodes);
      addCopyButtons(this.#verdict);
      if (this.#isFocusLost) this.#verdict.focus({ preventScroll: true });
      this.#isFocusLost = false;
    }
    // The result is visible, so the message is for screen readers only.
    this.#message.className = 'unseen';
    if (this.#message.textContent !== text) this.#message.textContent = text;
  }

  #renderProgress(url: string, checks: readonly CheckResult[]): Node[] {
    return renderProgress(url, checks.length, this.#section.querySelectorAll('[data-check]').length);
  }
}
