import { beginsAlmost, foldedWords } from './fold.ts'
import { CONCEPTS, type Concept, type Lexicon } from './concepts.ts'

/** One word or phrase of a lexicon, folded. */
type Entry<Meaning extends string> = { readonly meaning: Meaning; readonly words: readonly Stem[]; readonly length: number }
type Stem = { readonly text: string; readonly hasEnding: boolean }

/** A word or phrase that was found: what it means, and which words of the question it took. */
export type Found<Meaning extends string> = { readonly meaning: Meaning; readonly from: number; readonly to: number }

/** Shorter stems are too alike for a mistake to be forgiven. */
const LEAST_FUZZY = 6

const entriesOf = new WeakMap<Lexicon, readonly Entry<Concept>[]>()

/** Returns the concepts of the words that are not taken, in their order; the longest phrase counts, and a mistyped word where no other fits. */
export function conceptsOf(words: readonly string[], lexicon: Lexicon, isTaken: (at: number) => boolean): readonly Found<Concept>[] {
  const known = entriesOf.get(lexicon) ?? entriesFrom(CONCEPTS.map((concept) => [concept, lexicon.words[concept]] as const))
  entriesOf.set(lexicon, known)
  return foundIn(words, known, isTaken)
}

/** Returns the entries of lists of words, the longest first. */
export function entriesFrom<Meaning extends string>(lists: Iterable<readonly [Meaning, string]>): readonly Entry<Meaning>[] {
  return [...lists]
    .flatMap(([meaning, list]) =>
      list.split(',').map((phrase): Entry<Meaning> => {
        const words = phrase
          .trim()
          .split(' ')
          .flatMap((word): Stem[] => foldedWords(word).map((text) => ({ text, hasEnding: word.endsWith('*') })))
        return { meaning, words, length: words.reduce((sum, { text }) => sum + text.length, 0) }
      }),
    )
    .toSorted((one, other) => other.words.length - one.words.length || other.length - one.length)
}

/** Returns what entries, the longest first, are found in the words, each word used once. */
export function foundIn<Meaning extends string>(
  words: readonly string[],
  entries: readonly Entry<Meaning>[],
  isTaken: (at: number) => boolean,
): readonly Found<Meaning>[] {
  const found: Found<Meaning>[] = []
  const used = new Set(words.keys().filter(isTaken))
  for (const isFuzzy of [false, true])
    for (const entry of entries)
      for (let from = 0; from + entry.words.length <= words.length; from++) {
        const at = entry.words.map((_, offset) => from + offset)
        if (at.some((index) => used.has(index))) continue
        if (!entry.words.every((stem, offset) => matches(words[from + offset] ?? '', stem, isFuzzy))) continue
        for (const index of at) used.add(index)
        found.push({ meaning: entry.meaning, from, to: from + entry.words.length })
      }
  return found.toSorted((one, other) => one.from - other.from)
}

function matches(word: string, { text, hasEnding }: Stem, isFuzzy: boolean): boolean {
  if (hasEnding ? word.startsWith(text) : word === text) return true
  if (!isFuzzy || text.length < LEAST_FUZZY || /\d/.test(word)) return false
  if (!hasEnding && Math.abs(word.length - text.length) > 1) return false
  return beginsAlmost(word, text)
}
