/**
 * Sounds of letters and groups of letters, as Ukrainian, Polish, Russian, Spanish, Uzbek and English spellings and romanisations have them, in few classes:
 * vowels a o u i (with e, y and j), g (with h, kh and х), k (with c, ts and ц), c (ч), s (with z, sh, zh and щ), v (with w). Several where spellings differ.
 */
const SOUNDS: Readonly<Record<string, string>> = {
  a: 'a',
  ä: 'a',
  ą: 'a on om',
  b: 'b',
  c: 'k',
  ć: 'c k',
  č: 'c',
  d: 'd',
  e: 'i',
  ę: 'i in im',
  f: 'f',
  g: 'g',
  h: 'g',
  i: 'i',
  j: 'i g s',
  k: 'k',
  l: 'l',
  ł: 'l',
  m: 'm',
  n: 'n',
  ñ: 'n ni',
  o: 'o',
  oj: 'oi ui og os',
  ó: 'o u',
  p: 'p',
  q: 'k',
  r: 'r',
  s: 's',
  ß: 's',
  t: 't',
  u: 'u',
  v: 'v',
  w: 'v',
  x: 'ks g',
  y: 'i',
  z: 's',
  ce: 'si ki',
  ci: 'si ki',
  cy: 'si ki',
  ch: 'c g',
  chr: 'kr gr',
  ck: 'k',
  cz: 'c',
  dj: 's ds',
  dz: 's ds',
  dź: 's ds',
  dż: 's ds',
  dzh: 's ds',
  gh: 'g',
  gue: 'gi gui',
  gui: 'gi gui',
  kh: 'g',
  ph: 'f',
  que: 'ki kui',
  qui: 'ki kui',
  rz: 's rs',
  sch: 's',
  sh: 's',
  shch: 's',
  sz: 's',
  szcz: 's',
  tch: 'c',
  th: 't',
  ts: 'k',
  tsch: 'c',
  tz: 'k',
  zh: 's',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  ғ: 'g',
  д: 'd',
  дж: 's ds',
  дз: 's ds',
  е: 'i',
  ё: 'i io',
  є: 'i',
  ж: 's',
  з: 's',
  и: 'i',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  қ: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  тс: 'k',
  у: 'u',
  ў: 'o u',
  ф: 'f',
  х: 'g',
  ҳ: 'g',
  ц: 'k',
  ч: 'c',
  ш: 's',
  шч: 's',
  щ: 's',
  ы: 'i',
  э: 'i',
  ю: 'iu',
  я: 'ia',
}
const LONGEST = Math.max(...Object.keys(SOUNDS).map((letters) => letters.length))
/** A word is not heard in more ways than these. */
const MOST_KEYS = 24
/** Without their first letter shorter words are too like others. */
const LEAST_SILENT = 4
const APOSTROPHES = "ʻʼ'’‘`´"

/**
 * Returns the coarse ways in which a word may sound, in Latin letters, whatever script and romanisation it is written in: «Сергій», “Serhii” and “Sergey”
 * are all `sirgi`. Words that sound alike have a key in common; also some that only nearly do.
 */
export function soundKeys(word: string): readonly string[] {
  const plain = word
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(new RegExp(`o[${APOSTROPHES}]`, 'gu'), 'ў')
    .replaceAll(new RegExp(`[${APOSTROPHES}ьъ]`, 'gu'), '')
  let keys: readonly string[] = ['']
  for (let at = 0; at < plain.length;) {
    const { letters, sounds } = soundAt(plain, at)
    // The h that Spanish begins with is silent.
    const heard = at === 0 && letters === 'h' && plain.length > LEAST_SILENT ? [...sounds, ''] : sounds
    keys = keys.flatMap((key) => heard.map((sound) => key + sound)).slice(0, MOST_KEYS)
    at += letters.length
  }
  return [...new Set(keys.map((key) => key.replaceAll(/(.)\1+/gu, '$1')))].filter((key) => key !== '')
}

function soundAt(text: string, at: number): { readonly letters: string; readonly sounds: readonly string[] } {
  for (let length = Math.min(LONGEST, text.length - at); length > 0; length--) {
    const letters = text.slice(at, at + length)
    const sounds = Object.hasOwn(SOUNDS, letters) ? SOUNDS[letters] : undefined
    if (sounds !== undefined) return { letters, sounds: sounds.split(' ') }
  }
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return { letters: letter, sounds: bare === letter ? [letter] : soundAt(bare, 0).sounds }
}
