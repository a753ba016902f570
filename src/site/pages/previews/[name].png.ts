import type { APIRoute, GetStaticPaths } from 'astro';
import { PREVIEWS } from '../../previews/previews.ts';

/** The preview images for links on other sites. */
export const getStaticPaths = (() =>
  [...PREVIEWS].map(([name, text]) => ({
    params: { name },
    props: { ...text },
    cacheKey: JSON.stringify(text),
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ readonly title: string; readonly sentence: string }> = async ({ props }) => {
  // Imported here because the typeface would take most of the time of listing the paths.
  const { preview } = await import('../../previews/preview.ts');
  return new Response(preview(props.title, props.sentence), { headers: { 'Content-Type': 'image/png' } });
};
