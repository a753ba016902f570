import type { APIRoute, GetStaticPaths } from 'astro';
import { HANDWRITTEN, type WrittenPath } from '../../../docs/chapters.ts';
import { settings } from '../../../settings.ts';

/** The Markdown versions of the handwritten pages. */
export const getStaticPaths = (() =>
  HANDWRITTEN.map(path => ({ params: { chapter: path.split('/').at(-2) }, props: { path } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ readonly path: WrittenPath }> = async ({ props }) => {
  // Imported here because all texts would take most of the time of listing the paths.
  const [{ reference }, { writeMarkdownPage }] = await Promise.all([
    import('../../../data/reference.ts'),
    import('../../../docs/written-texts.ts'),
  ]);
  return new Response(writeMarkdownPage(props.path, reference, settings));
};
