/**
 * Makes an element. Texts become text, whatever they hold, so nothing that a publisher wrote turns into markup.
 *
 * @param properties properties of the element, such as `href`; where it has none of the name, an attribute
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
