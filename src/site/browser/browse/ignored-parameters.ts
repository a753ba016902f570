import { VIEW_PARAMETERS } from '#contract/browse.ts';
import type { ParameterError } from '../fetch-json.ts';
import { toHref } from './to-href.ts';

/** Removes parameters that the API rejects from the URL of the page, and shows a note about them. */
export class IgnoredParameters {
  readonly #form: HTMLFormElement;
  readonly #note: HTMLElement | null;
  /** The values that the form offers, by parameter. */
  readonly #offered: ReadonlyMap<string, ReadonlySet<string>>;
  #sentences: readonly string[] = [];

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#note = form.querySelector('[data-browse-note]');
    const groups = [...form.querySelectorAll<HTMLElement>('[data-several="true"]')];
    this.#offered = new Map(
      groups.map(group => [
        group.dataset.facet ?? '',
        new Set(Array.from(group.querySelectorAll('input'), ({ value }) => value)),
      ]),
    );
  }

  /** Removes the parameters that the API does not have, such as those of campaigns. */
  dropUnknown(): void {
    const known = new Set(['q', 'updated_since', ...VIEW_PARAMETERS]);
    for (const { dataset } of this.#form.querySelectorAll<HTMLElement>('[data-facet]')) known.add(dataset.facet ?? '');
    const search = new URLSearchParams(location.search);
    const unknown = new Set([...search.keys()].filter(name => !known.has(name)));
    if (unknown.size === 0) return;
    for (const name of unknown) search.delete(name);
    history.replaceState(null, '', toHref(search));
    const names = Array.from(unknown, name => `“${name.slice(0, 40)}”`).join(', ');
    this.#show([`Ignored unknown ${unknown.size === 1 ? 'parameter' : 'parameters'}: ${names}.`]);
  }

  /**
   * Removes invalid values. The other values of a list stay.
   * @returns the query without them; undefined if all values are valid
   */
  dropInvalid(search: URLSearchParams, errors: readonly ParameterError[] = []): URLSearchParams | undefined {
    const invalid = errors.filter(({ parameter = '' }) => search.has(parameter));
    if (invalid.length === 0) return undefined;
    const rest = new URLSearchParams(search);
    for (const { parameter = '' } of invalid) {
      const values = (rest.get(parameter) ?? '').split(',');
      const valid = values.filter(value => this.#offered.get(parameter)?.has(value));
      if (valid.length > 0 && valid.length < values.length) rest.set(parameter, valid.join());
      else rest.delete(parameter);
    }
    this.#show([...this.#sentences, ...invalid.map(formatIgnored)]);
    history.replaceState(null, '', toHref(rest));
    return rest;
  }

  clearNote(): void {
    this.#show([]);
  }

  /** Replaces the note of a server, which ignores the same parameters. */
  #show(sentences: readonly string[]): void {
    this.#sentences = sentences;
    if (!this.#note) return;
    this.#note.textContent = sentences.join(' ');
    this.#note.hidden = sentences.length === 0;
  }
}

function formatIgnored({ parameter, detail }: ParameterError): string {
  const [hint] = /Did you mean [^?]+\?/.exec(detail) ?? [];
  return [`Ignored the invalid value of “${parameter}”.`, hint].filter(Boolean).join(' ');
}
