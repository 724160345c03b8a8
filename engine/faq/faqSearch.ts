import type { AbilitySubject } from '#engine/access/abilities.ts'
import { beginsAlmost, foldedWords } from '#engine/assistant/fold.ts'
import type { FaqEntry } from './faqEntry.ts'

/** The entries of a language with the folded words of each (domain.md HP-4); made once from what is sent, and asked without the server. */
export type FaqIndex = {
  readonly entries: readonly IndexedEntry[]
  /** In how many entries a stem stands: rare ones decide. */
  readonly counts: ReadonlyMap<string, number>
}

type IndexedEntry = { readonly entry: FaqEntry; readonly weights: ReadonlyMap<string, number> }

/** Who looks, and at which screen. */
export type FaqReader = { readonly readable: ReadonlySet<AbilitySubject>; readonly screen: string | null }

/** Endings differ within a word, so its beginning counts. */
const STEM_LENGTH = 5
const IN_QUESTION = 3
const IN_WORDS = 3
const IN_TEXT = 1
/** Share of what a full match of a word counts that a mistyped one does. */
const MISTYPED = 0.6
/** What an entry of the screen that is open gains. */
const OF_SCREEN = 1.25

/** Returns the index of entries. */
export function faqIndex(entries: readonly FaqEntry[]): FaqIndex {
  const indexed = entries.map((entry) => ({ entry, weights: weightsOf(entry) }))
  const counts = new Map<string, number>()
  for (const { weights } of indexed) for (const stem of weights.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return { entries: indexed, counts }
}

/** Returns the entries that answer a question, the likeliest first; those that the reader may not use are left out. */
export function searchFaq(index: FaqIndex, question: string, reader: FaqReader): readonly FaqEntry[] {
  const stems = new Set(foldedWords(question).map(stemOf))
  const scored = readableEntries(index, reader).map(({ entry, weights }) => {
    let score = 0
    for (const stem of stems) score += weightIn(weights, stem) * rarity(index, stem)
    return { entry, score: entry.screen === reader.screen ? score * OF_SCREEN : score }
  })
  const found = scored.filter(({ score }) => score > 0)
  return found.toSorted((one, other) => other.score - one.score).map(({ entry }) => entry)
}

/** Returns the entries of a screen that the reader may use. */
export function entriesOfScreen(index: FaqIndex, reader: FaqReader): readonly FaqEntry[] {
  const entries = readableEntries(index, reader).map(({ entry }) => entry)
  return entries.filter(({ screen }) => screen === reader.screen)
}

function readableEntries({ entries }: FaqIndex, { readable }: FaqReader): readonly IndexedEntry[] {
  return entries.filter(({ entry }) => entry.ability === null || readable.has(entry.ability))
}

function weightsOf({ question, words, text }: FaqEntry): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const parts = [
    [text, IN_TEXT],
    [words, IN_WORDS],
    [question, IN_QUESTION],
  ] as const
  for (const [part, weight] of parts) for (const word of foldedWords(part)) weights.set(stemOf(word), weight)
  return weights
}

function weightIn(weights: ReadonlyMap<string, number>, stem: string): number {
  const exact = weights.get(stem)
  if (exact !== undefined) return exact
  if (stem.length < STEM_LENGTH) return 0
  let most = 0
  for (const [known, weight] of weights) {
    const isMeant = known.length === STEM_LENGTH && beginsAlmost(known, stem)
    if (isMeant) most = Math.max(most, weight * MISTYPED)
  }
  return most
}

function rarity({ entries, counts }: FaqIndex, stem: string): number {
  return Math.log(1 + entries.length / (1 + (counts.get(stem) ?? 0)))
}

function stemOf(word: string): string {
  return word.slice(0, STEM_LENGTH)
}
