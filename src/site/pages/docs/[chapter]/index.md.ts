import type { APIRoute, GetStaticPaths } from 'astro';
import { reference } from '../../../data/reference.ts';
import { writeMarkdownPages } from '../../../docs/written-texts.ts';
import { settings } from '../../../settings.ts';

/** The Markdown versions of the handwritten pages. */
export const getStaticPaths = (() =>
  [...writeMarkdownPages(reference, settings)].map(([path, markdown]) => ({
    params: { chapter: path.split('/').at(-2) },
    props: { markdown },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ readonly markdown: string }> = ({ props }) => new Response(props.markdown);
