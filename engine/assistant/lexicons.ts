import { type AssistantLanguage, ASSISTANT_LANGUAGES } from './askContext.ts'
import type { Lexicon } from './concepts.ts'
import { entriesFrom } from './conceptsOf.ts'
import { foldedWords } from './fold.ts'
import { ENGLISH_LEXICON } from './lexicon/en.ts'
import { POLISH_LEXICON } from './lexicon/pl.ts'
import { RUSSIAN_LEXICON } from './lexicon/ru.ts'
import { SPANISH_LEXICON } from './lexicon/es.ts'
import { UKRAINIAN_LEXICON } from './lexicon/uk.ts'
import { UZBEK_LEXICON } from './lexicon/uz.ts'

/** The words that the assistant knows, by language. */
export const LEXICONS: Readonly<Record<AssistantLanguage, Lexicon>> = {
  en: ENGLISH_LEXICON,
  uk: UKRAINIAN_LEXICON,
  pl: POLISH_LEXICON,
  ru: RUSSIAN_LEXICON,
  es: SPANISH_LEXICON,
  uz: UZBEK_LEXICON,
}

/** How lexicons know a word: as a whole, by a stem of so many letters, or as a month alone, which counts beside a number; null = none does. */
export type KnownWord = { readonly kind: 'word' | 'month' } | { readonly kind: 'stem'; readonly length: number }

type Known = { readonly words: ReadonlySet<string>; readonly months: ReadonlySet<string>; readonly stems: readonly string[] }

let known: Known | null = null

/** Returns how the lexicons of all languages know the word. */
export function knownWord(word: string): KnownWord | null {
  known ??= knownWords()
  const { words, months, stems } = known
  const [folded = ''] = foldedWords(word)
  if (words.has(folded)) return { kind: 'word' }
  if (months.has(folded)) return { kind: 'month' }
  const length = Math.max(0, ...stems.filter((stem) => folded.startsWith(stem)).map((stem) => stem.length))
  return length === 0 ? null : { kind: 'stem', length }
}

function knownWords(): Known {
  const stemsOf = (lists: readonly string[]) => entriesFrom(lists.map((list) => ['known', list] as const)).flatMap((entry) => entry.words)
  const wholeOf = (stems: ReturnType<typeof stemsOf>) => new Set(stems.filter(({ hasEnding }) => !hasEnding).map(({ text }) => text))
  const all = ASSISTANT_LANGUAGES.map((language) => LEXICONS[language])
  const lists = all.flatMap(({ words, periods, after, weekdays }) => [
    ...Object.values(words),
    ...Object.values(periods),
    after,
    ...weekdays,
  ])
  const [said, months] = [stemsOf(lists), stemsOf(all.flatMap((lexicon) => lexicon.months))]
  return {
    words: wholeOf(said),
    months: wholeOf(months),
    stems: [...new Set([...said, ...months].filter(({ hasEnding }) => hasEnding).map(({ text }) => text))],
  }
}
