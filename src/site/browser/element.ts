/**
 * Creates an element. Strings become text nodes, so publisher text never becomes markup.
 *
 * @param properties properties such as `href`; unknown names are set as attributes
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (property in made) Reflect.set(made, property, value);
    else made.setAttribute(property, String(value));
  }
  made.append(...children);
  return made;
}
