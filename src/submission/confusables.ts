/**
 * Letters that most fonts draw like a Latin letter, by that letter: the Cyrillic, Greek, Armenian, Cherokee and Lisu
 * ones, and Latin ones that no normalisation resolves. Drawn from Unicode's list of confusables and kept to what names
 * are faked with. Not here: whole scripts that merely resemble each other, and letters that differ by size alone.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
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
  Object.entries(LOOK_ALIKES).flatMap(([latin, letters]) => [...letters].map(each => [each, latin])),
);

/** Text with each look-alike replaced by the Latin letter that it is taken for; everything else stays. */
export function replaceConfusables(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, letter => LATIN.get(letter) ?? letter);
}
