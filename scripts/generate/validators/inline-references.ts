import type { Schema } from '#manifest/explain/schema.ts';

const ANNOTATIONS = ['$schema', '$id', '$defs', '$comment', 'title', 'description', 'examples', 'default'];

/** Returns a schema with its references inlined, since none is recursive, and without annotations. */
export function inlineReferences(schema: Schema, root: Schema = schema): object {
  if (schema.$ref !== undefined) return inlineReferences(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}, root);
  const inline = (inner: Schema) => inlineReferences(inner, root);
  const keywords = Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword));
  return Object.fromEntries(
    keywords.map(([keyword, value]) => {
      if (['items', 'not', 'if', 'then'].includes(keyword)) return [keyword, inline(value)];
      if (['allOf', 'anyOf'].includes(keyword)) return [keyword, value.map(inline)];
      return [keyword, keyword === 'properties' ? mapValues(value as Record<string, Schema>, inline) : value];
    }),
  );
}

function mapValues(schemas: Record<string, Schema>, map: (schema: Schema) => object): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]));
}
