/**
 * Letters that most fonts draw like a Latin letter, keyed by that letter: Cyrillic, Greek, Armenian, Cherokee, and Lisu
 * letters, and Latin letters that no normalization resolves. The list comes from Unicode's confusables and covers the
 * letters used to fake names. It omits whole scripts that merely resemble each other, and letters that differ only in
 * size.
 */
const CONFUSABLES: Readonly<Record<string, string>> = {
  A: 'АΑᎪꓮ',
  B: 'ВΒᏴꓐ',
  C: 'СϹᏟꓚ',
  D: 'ᎠꓓĐ',
  E: 'ЕΕᎬꓰ',
  F: 'Ϝꓝ',
  G: 'ԌᏀꓖ',
  H: 'НΗᎻꓧĦ',
  I: 'ІΙӀꓲ',
  J: 'ЈͿᎫꓙ',
  K: 'КΚᏦꓗ',
  L: 'ᏞꓡŁ',
  M: 'МΜᎷꓟϺ',
  N: 'Νꓠ',
  O: 'ОΟՕꓳØ',
  P: 'РΡᏢꓑ',
  Q: 'Ԛ',
  R: 'Ꭱꓣ',
  S: 'ЅՏᏚꓢ',
  T: 'ТΤᎢꓔŦ',
  U: 'Սꓴ',
  V: 'ѴᏙꓦ',
  W: 'ԜᎳꓪ',
  X: 'ХΧꓫ',
  Y: 'УΥҮᎩꓬ',
  Z: 'ΖᏃꓜ',
  a: 'аɑα',
  b: 'Ьɓ',
  c: 'сϲᴄ',
  d: 'ԁɗđ',
  e: 'еҽ',
  f: 'ƒϝ',
  g: 'ɡԍ',
  h: 'һհħ',
  i: 'іıɩι',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏłǀ',
  m: 'мᴍ',
  n: 'пոη',
  o: 'оοօᴏσøө',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гᴦ',
  s: 'ѕꜱ',
  t: 'тτŧ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ѡԝᴡω',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢ',
};

const LATIN = new Map(
  Object.entries(CONFUSABLES).flatMap(([latin, letters]) => [...letters].map(each => [each, latin])),
);

/** Replaces each confusable letter with the Latin letter that it resembles. Other characters do not change. */
export function replaceConfusables(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, letter => LATIN.get(letter) ?? letter);
}
