import { type Concept, weightOf } from './concepts.ts'
import { INTENT_TABLE, INTENTS, type Intent, type Sign } from './intents.ts'

export type ScoredIntent = { readonly intent: Intent; readonly score: number }

const MEASURES: readonly Concept[] = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY']
/** The rest of a question is what it is about, which explains it a little less well than a sign of its own. */
const REST_COUNTS = 0.9

/** Returns the signs of a question: concepts, with the measures as one. */
export function signsOf(concepts: readonly Concept[], more: readonly Sign[]): ReadonlySet<Sign> {
  return new Set<Sign>([...concepts.map((concept): Sign => (MEASURES.includes(concept) ? 'MEASURE' : concept)), ...more])
}

/** Returns the intents that the signs allow, the likeliest first; the score is the share of the question, 0 to 1, that the intent explains. */
export function scoreIntents(signs: ReadonlySet<Sign>): readonly ScoredIntent[] {
  const whole = sumOf(signs)
  return INTENTS.flatMap((intent): ScoredIntent[] => {
    const { asks, rest } = INTENT_TABLE[intent]
    const fitting = asks.filter((ask) => ask.every((sign) => signs.has(sign)))
    if (fitting.length === 0 || whole === 0) return []
    const own = Math.max(...fitting.map((ask) => sumOf(ask)))
    const isAbout = rest !== null && !rest.unless.some((sign) => signs.has(sign))
    return [{ intent, score: (own + (isAbout ? REST_COUNTS * (whole - own) : 0)) / whole }]
  }).toSorted((one, other) => other.score - one.score)
}

function sumOf(signs: Iterable<Sign>): number {
  return [...signs].reduce((sum, sign) => sum + signWeight(sign), 0)
}

function signWeight(sign: Sign): number {
  if (sign === 'MEASURE' || sign === 'ORDER_CODE' || sign === 'TWO_PLACES' || sign === 'TWO_SHIFTS') return 1
  return weightOf(sign)
}
