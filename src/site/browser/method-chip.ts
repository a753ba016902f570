import { element } from './element.ts';

/** Creates the chip with the method of an endpoint. */
export function createMethodChip(method: string): HTMLElement {
  return element('span', { className: `method method-${method.toLowerCase()}` }, method);
}
