import { foldedWords, likeness, soundedWords, trigramsOf } from './fold.ts'
import type { Named } from './askContext.ts'

/** Things whose names share less of their groups of three letters are not meant (domain.md HP-2). */
const ALIKE = 0.5
/** Names that are so near to each other that only the asker knows which is meant. */
const TIE = 0.05

/** A thing that a question names; `others` fit as well as `thing`. */
export type NamedThing<Thing extends Named> = {
  readonly thing: Thing
  readonly others: readonly Thing[]
  readonly likeness: number
  readonly from: number
  readonly to: number
}

/** Returns the things that the words name, in the order of the words; each word belongs to one thing at most. */
export function namedThings<Thing extends Named>(text: string, things: readonly Thing[]): readonly NamedThing<Thing>[] {
  const folded = foldedWords(text)
  const sounded = soundedWords(text)
  // Where signs divide the two differently, places of words would not agree.
  const ways = sounded.length === folded.length ? [folded, sounded] : [folded]
  const names = things.map((thing) => ({ thing, ways: [foldedWords(thing.name), soundedWords(thing.name)].map(lettersOf) }))
  const candidates: NamedThing<Thing>[] = []
  const longest = Math.max(0, ...things.map(({ name }) => foldedWords(name).length + 1))
  for (let from = 0; from < folded.length; from++)
    for (let to = from + 1; to <= Math.min(folded.length, from + longest); to++) {
      const asked = ways.map((way) => lettersOf(way.slice(from, to)))
      const scored = names.map((name) => ({ thing: name.thing, score: bestScore(asked, name.ways) }))
      const alike = scored.filter(({ score }) => score >= ALIKE).toSorted((one, other) => other.score - one.score)
      const [best] = alike
      if (best === undefined) continue
      const others = alike.slice(1).filter(({ score }) => best.score - score < TIE)
      candidates.push({ thing: best.thing, others: others.map(({ thing }) => thing), likeness: best.score, from, to })
    }
  const taken = new Set<number>()
  const chosen = candidates
    .toSorted((one, other) => other.likeness - one.likeness || other.to - other.from - (one.to - one.from))
    .filter(({ from, to }) => {
      const at = Array.from({ length: to - from }, (_, offset) => from + offset)
      if (at.some((index) => taken.has(index))) return false
      for (const index of at) taken.add(index)
      return true
    })
  return chosen.toSorted((one, other) => one.from - other.from)
}

/** What of words is compared: made once, since each part of a question meets each name. */
type Letters = { readonly groups: ReadonlySet<string>; readonly numbers: string }

function lettersOf(words: readonly string[]): Letters {
  return { groups: trigramsOf(words), numbers: words.flatMap((word) => word.match(/\d+/g) ?? []).join(' ') }
}

function bestScore(asked: readonly Letters[], name: readonly Letters[]): number {
  let best = 0
  for (const [at, letters] of asked.entries()) {
    const named = name[at]
    if (named !== undefined) best = Math.max(best, scoreOf(letters, named))
  }
  return best
}

/** Numbers decide: “Press 4” is not almost “Press 3”; a name without its number may mean any of them. */
function scoreOf(asked: Letters, name: Letters): number {
  if (asked.numbers !== '' && asked.numbers !== name.numbers) return 0
  return likeness(asked.groups, name.groups)
}
