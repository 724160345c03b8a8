import { foldedName } from '#engine/integration/foldedName.ts'

/** Signs that stand inside words: the Ukrainian apostrophe, and those of oʻ and gʻ, which keyboards write in many ways. */
const INSIDE_WORDS = /[ʻʼ'’‘`´]/g

const NO_WORD = /[^\p{L}\p{N}]+/u

const CYRILLIC = [...'абвгґдеєжзиіклмнопрстуфхцчшщыэюяўқғҳ']
const LATIN = 'a b v g g d e e zh z i i k l m n o p r s t u f h c ch sh sh y e yu ya o q g h'.split(' ')
const PHONETIC: ReadonlyMap<string, string> = new Map(CYRILLIC.map((letter, at) => [letter, LATIN[at] ?? letter]))

/** Returns the words of a text without case, accents and signs, with Cyrillic letters as the Latin ones of the same look (domain.md HP-2). */
export function foldedWords(text: string): readonly string[] {
  const folded = foldedName(text.replaceAll(INSIDE_WORDS, ''))
  return folded === '' ? [] : folded.split(' ')
}

/** Returns the words of a text as they are written, without case. */
export function writtenWords(text: string): readonly string[] {
  const words = text.toLowerCase().replaceAll(INSIDE_WORDS, '')
  return words.split(NO_WORD).filter((word) => word !== '')
}

/** Returns the words of a text as they are written, capitals too. */
export function capitalWords(text: string): readonly string[] {
  return text
    .replaceAll(INSIDE_WORDS, '')
    .split(NO_WORD)
    .filter((word) => word !== '')
}

/** Returns the words of a text as they sound in Latin letters, z as s, so that «прес» finds “Press” and «лазер» “Laser”. */
export function soundedWords(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll(INSIDE_WORDS, '').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l')
  const sounded = [...plain].map((letter) => PHONETIC.get(letter) ?? letter)
  const words = sounded.join('').replaceAll('z', 's').split(NO_WORD)
  return words.filter((word) => word !== '')
}

/** Returns the groups of three letters of words, those at their borders with blanks. */
export function trigramsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap((word) => Array.from({ length: word.length + 1 }, (_, at) => `  ${word} `.slice(at, at + 3))))
}

/** Returns how alike two sets of groups of letters are, 0 to 1: the share of all that both have. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const group of one) if (other.has(group)) common++
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}

/** Returns whether the word begins with the stem, one letter wrong, missing, too many or swapped allowed. */
export function beginsAlmost(word: string, stem: string): boolean {
  return [0, -1, 1].some((more) => isOneEditApart(word.slice(0, stem.length + more), stem))
}

function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [left, right] = [one.slice(at), other.slice(at)]
  if (left.slice(1) === right.slice(1) || left === right.slice(1) || left.slice(1) === right) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}
