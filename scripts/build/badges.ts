import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BadgeSubject, badgeImage } from '#listing/badge-image.ts';

/** How many files are written at a time: enough to keep the disk busy, few enough to bound memory. */
const AT_ONCE = 64;

/** Writes the badge of every listing, lapsed and withdrawn ones included, to `<folder>/badges/<id>.svg`. */
export async function writeBadges(folder: string, subjects: readonly BadgeSubject[]): Promise<void> {
  const place = path.join(folder, 'badges');
  await mkdir(place, { recursive: true });
  for (let start = 0; start < subjects.length; start += AT_ONCE) {
    const batch = subjects.slice(start, start + AT_ONCE);
    await Promise.all(batch.map(subject => writeFile(path.join(place, `${subject.id}.svg`), badgeImage(subject).svg)));
  }
}
