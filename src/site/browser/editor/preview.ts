import { isTodo } from '#draft/openapi/todo.ts';
import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { isObject } from '#manifest/json-object.ts';
import { isTerm, title } from '#manifest/taxonomy.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { element } from '../element.ts';
import { createTile } from '../tile.ts';

/** The members that the preview reads, of any type, because the text may be incomplete. */
interface DraftManifest {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly endpoints?: unknown;
  readonly pricing?: { readonly model?: unknown } | null;
  readonly authentication?: { readonly required?: unknown; readonly instructions?: unknown } | null;
}

/** Renders a manifest as its row in lists. Undefined while the text is not a JSON object. */
export function createPreview(text: string): HTMLElement | undefined {
  const manifest = parse(text);
  if (manifest === undefined) return undefined;
  const { name, description, endpoints, pricing, authentication } = manifest;
  const shown = typeof name === 'string' && name.trim() !== '' ? toSingleLine(name) : 'No name yet';
  const size = Array.isArray(endpoints) ? endpoints.length : 0;
  // In a draft of an unknown authentication, `required` is false, and the instructions are a text to replace.
  const required = isTodo(authentication?.instructions) ? undefined : authentication?.required;
  const tags = [
    required === true ? 'Key required' : required === false ? 'No key' : 'Authentication not declared',
    isTerm('pricing_models', pricing?.model) ? title('pricing_models', pricing.model) : 'Price not declared',
    formatCount(size, 'endpoint'),
  ];
  return element(
    'div',
    { className: 'preview-row' },
    // The color of the listing comes from its id, which a draft does not have.
    createTile(shown, shown),
    element(
      'div',
      {},
      element('b', { dir: 'auto' }, shown),
      element(
        'p',
        { className: 'clamp', dir: 'auto' },
        typeof description === 'string' ? beginning(description, 220) : '',
      ),
      element(
        'ul',
        { className: 'tags' },
        element('li', {}, element('span', { className: 'status pill status-unverified' }, 'Not listed')),
        ...tags.map(tag => element('li', { className: 'tag' }, tag)),
      ),
    ),
  );
}

function parse(text: string): DraftManifest | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
