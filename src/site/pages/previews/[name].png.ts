import type { APIRoute, GetStaticPaths } from 'astro';
import { preview } from '../../previews/preview.ts';
import { PREVIEWS } from '../../previews/previews.ts';

/** The pictures that other sites show beside a link to a page of this one. */
export const getStaticPaths = (() =>
  [...PREVIEWS].map(([name, text]) => ({
    params: { name },
    props: { ...text },
    cacheKey: JSON.stringify(text),
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ readonly title: string; readonly sentence: string }> = ({ props }) =>
  new Response(preview(props.title, props.sentence));
