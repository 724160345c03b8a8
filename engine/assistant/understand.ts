import type { AbilitySubject } from '#engine/access/abilities.ts'
import { type AnswerPlan, answerPlan, type Slots } from './answerPlan.ts'
import {
  ASKED_MEASURES,
  type AskedMeasure,
  type AskContext,
  type AskMemory,
  ASSISTANT_LANGUAGES,
  type Named,
  type Place,
} from './askContext.ts'
import { askedPeriod } from './askedPeriod.ts'
import type { Concept, Lexicon } from './concepts.ts'
import { conceptsOf, type Found } from './conceptsOf.ts'
import { foldedWords, writtenWords } from './fold.ts'
import { INTENT_TABLE, type Intent, INTENTS_OF_PERIOD, type Sign } from './intents.ts'
import { ENGLISH_LEXICON } from './lexicon/en.ts'
import { LEXICONS } from './lexicons.ts'
import { namedThings } from './namedThings.ts'
import { scoreIntents, signsOf } from './scoreIntents.ts'

/** Questions are longer only by accident. */
const MOST_CHARS = 300
/** An intent counts when it explains so much more of the question than the next one. */
const MARGIN = 0.15
/** "And what about yesterday": words beside a period that say nothing of their own. */
const MOST_BESIDE_PERIOD = 3
/** What explains less than this is a guess. */
const LEAST_SCORE = 0.45

/** What may be asked about a shift itself: how it goes, who is on it, whether it is confirmed. */
const SAID_OF_SHIFTS: ReadonlySet<Concept> = new Set<Concept>(['DO', 'WHO', 'NOW', 'CONFIRM', 'FINISH', 'MY'])

/** A choice that the asker makes by one press. */
export type Chip = { readonly place: Place; readonly name: string }

/** What a question means: an answer to fetch, a choice or a right that is missing, or nothing. */
export type Understanding =
  | { readonly kind: 'understood'; readonly intent: Intent; readonly slots: Slots; readonly plan: AnswerPlan; readonly memory: AskMemory }
  | { readonly kind: 'ask'; readonly intent: Intent; readonly slot: 'place' | 'twoPlaces' | 'order'; readonly chips: readonly Chip[] }
  | { readonly kind: 'noRight'; readonly intent: Intent; readonly needs: AbilitySubject }
  | { readonly kind: 'notUnderstood'; readonly search: string }

/** What somebody else takes a question for: its intent, and the words of it that name a place; of the period, words of English or a date. */
export type AskedAs = {
  readonly intent: Intent
  /** As the question has it; empty = none. */
  readonly place: string
  readonly isMine: boolean
  readonly period: string
  readonly measure: AskedMeasure | null
}

/** A reading of the question by the words of one language. */
type Reading = {
  readonly intent: Intent
  readonly score: number
  readonly margin: number
  readonly knownWords: number
  readonly concepts: ReadonlySet<Concept>
  readonly slots: Slots
  readonly chips: readonly Chip[]
  /** Asked by a period alone: the rest is that of the question before. */
  readonly isFollowUp: boolean
}

/**
 * Returns what a question means (domain.md HP-2): the words of the screen's language first, then of the others; the table of intents; what is not
 * named comes from the question before. An intent that is not clearly ahead is not understood.
 */
export function understand(question: string, context: AskContext): Understanding {
  const text = question.slice(0, MOST_CHARS)
  const reading = clearReading(text, context)
  return reading === null ? { kind: 'notUnderstood', search: text } : meaningOf(reading, text, context)
}

/**
 * Returns what a question means whose intent somebody else chose (domain.md HP-3): its slots are found by the same names and periods as always, so that
 * a choice reaches nothing that words could not. What the choice names and the asker may not see, or does not say, is not understood.
 */
export function understandAs(choice: AskedAs, question: string, context: AskContext): Understanding {
  const text = question.slice(0, MOST_CHARS)
  const nothing = { kind: 'notUnderstood', search: text } as const
  const { intent, measure } = choice
  const named = namesIn(choice.place, context)
  const isSaid = ` ${foldedWords(text).join(' ')} `.includes(` ${named.words.join(' ')} `)
  if (named.words.length > 0 && (!isSaid || named.named.length === 0)) return nothing
  const period = askedPeriod(choice.period, foldedWords(choice.period), ENGLISH_LEXICON, context)?.period ?? null
  if (choice.period !== '' && period === null) return nothing
  const words = foldedWords(text)
  const concepts = new Set(conceptsOf(words, LEXICONS[context.language], () => false).map(({ meaning }) => meaning))
  const order = askedOrder(words, context)
  const reason = namedThings(text, context.reasons)[0]
  const slots: Slots = {
    places: named.named.length === 0 && choice.isMine ? [{ kind: 'mine' }] : named.named.map(({ thing }) => thing.place),
    period,
    measure,
    reasonId: reason !== undefined && reason.others.length === 0 ? reason.thing.id : null,
    order: order === null ? null : { id: order.id, code: order.code },
  }
  const reading = { intent, score: 1, margin: 1, knownWords: 0, concepts, slots, chips: named.chips, isFollowUp: false }
  return meaningOf(reading, text, context)
}

/** What a reading needs of rights, names and the question before, and how it is answered. */
function meaningOf(reading: Reading, text: string, context: AskContext): Understanding {
  const { intent, concepts, chips } = reading
  const { needs, slot } = INTENT_TABLE[intent]
  if (needs !== null && !context.readable.has(needs)) return { kind: 'noRight', intent, needs }
  if (chips.length > 0) return { kind: 'ask', intent, slot: 'place', chips }
  const slots = withMemory(reading, context)
  if (slot === 'order' && slots.order === null) return { kind: 'ask', intent, slot, chips: [] }
  if (slot === 'place' && slots.places.length === 0) return { kind: 'ask', intent, slot, chips: chipsOf(context.workCenters) }
  const hasTwo = slots.places.length > 1 || (slots.period?.comparedShifts.length ?? 0) > 1
  if (slot === 'twoPlaces' && !hasTwo) return { kind: 'ask', intent, slot, chips: chipsOf(context.workCenters) }
  const plan = answerPlan({ intent, slots, concepts, text, context })
  const { measure } = slots
  const memory = { place: slots.places[0] ?? context.memory.place, orderId: slots.order?.id ?? context.memory.orderId, intent, measure }
  return { kind: 'understood', intent, slots, plan, memory }
}

/** Another language counts where it knows more of the words than that of the screen, which is not clear. */
function clearReading(text: string, context: AskContext): Reading | null {
  const names = namesIn(text, context)
  const own = readIn(names, LEXICONS[context.language], context)
  if (own !== null && isClear(own)) return own
  for (const language of ASSISTANT_LANGUAGES) {
    if (language === context.language) continue
    const reading = readIn(names, LEXICONS[language], context)
    if (reading !== null && isClear(reading) && reading.knownWords > (own?.knownWords ?? 0)) return reading
  }
  return null
}

function isClear({ score, margin }: Reading): boolean {
  return score >= LEAST_SCORE && margin >= MARGIN
}

/** What a question names in any language. */
function namesIn(text: string, context: AskContext) {
  const named = namedThings(text, [
    ...context.workCenters.map((workCenter) => ({ ...workCenter, place: { kind: 'workCenter', id: workCenter.id } as const })),
    ...context.groups.map((group) => ({ ...group, place: { kind: 'group', id: group.id } as const })),
  ])
  const words = foldedWords(text)
  const unclear = named.filter(({ others }) => others.length > 0)
  return {
    text,
    words,
    named,
    chips: unclear.flatMap(({ thing, others }) => [thing, ...others].map(({ place, name }) => ({ place, name }))),
    order: askedOrder(words, context),
    reason: namedThings(text, context.reasons)[0],
  }
}

function readIn(names: ReturnType<typeof namesIn>, lexicon: Lexicon, context: AskContext): Reading | null {
  const { text, words, named, chips, order, reason } = names
  const period = askedPeriod(text, words, lexicon, context)
  const inName = (at: number) => named.some(({ from, to }) => at >= from && at < to)
  const inReason = (at: number) => reason !== undefined && reason.likeness === 1 && at >= reason.from && at < reason.to
  const inOrder = (at: number) => order !== null && at >= order.from && at < order.to
  const inPeriod = (at: number) => period?.used.has(at) === true
  /** "Since yesterday", or as Uzbek says it, "yesterday since", names a period, not a stop. */
  const isNow = period?.period.choice.kind === 'relative' && period.period.choice.range === 'currentShift'
  const isOfPeriod = ({ from, to }: Found<Concept>) => !isNow && (inPeriod(to) || (to === from + 1 && inPeriod(from - 1)))
  const all = conceptsOf(words, lexicon, (at) => inName(at) || inOrder(at) || inReason(at) || inPeriod(at))
  const found = withAction(text, words, lexicon, all).filter((one) => !(one.meaning === 'SINCE' && isOfPeriod(one)))
  const concepts = new Set(found.map(({ meaning }) => meaning))
  const places: Place[] = named.map(({ thing }) => thing.place)
  if (places.length === 0 && concepts.has('MY')) places.push({ kind: 'mine' })
  const said = concepts.size === 0 && order === null && period !== null ? followUp(places, period.period, context.memory, chips) : null
  const beside = words.filter((_, at) => !inName(at) && !inPeriod(at))
  if (said !== null && beside.length <= MOST_BESIDE_PERIOD) return said
  const more: Sign[] = []
  if (order !== null) more.push('ORDER_CODE')
  if (places.length > 1) more.push('TWO_PLACES')
  if (order !== null && isAfter(words, order, lexicon)) concepts.add('NEXT')
  if (period !== null && period.period.comparedShifts.length > 1) more.push('TWO_SHIFTS')
  if (asksWhoWorks(concepts, period?.period ?? null)) concepts.add('SHIFT')
  else if (isAboutShift(concepts, places) && period !== null) {
    const ofPeriod = conceptsOf(words, lexicon, (at) => !inPeriod(at))
    if (ofPeriod.some(({ meaning }) => meaning === 'SHIFT')) concepts.add('SHIFT')
  }
  const signs = signsOf([...concepts], more)
  if (signs.size === 0) return places.length === 0 ? null : placeAlone(places, period?.period ?? null, chips)
  const [best, next] = scoreIntents(signs)
  if (best === undefined) return null
  const slots: Slots = {
    places,
    period: period?.period ?? null,
    measure: measureOf(concepts),
    reasonId: reason !== undefined && reason.others.length === 0 ? reason.thing.id : null,
    order: order === null ? null : { id: order.id, code: order.code },
  }
  const knownWords = found.reduce((sum, { from, to }) => sum + to - from, 0)
  const margin = best.score - (next?.score ?? 0)
  return { intent: best.intent, score: best.score, margin, knownWords, concepts, slots, chips, isFollowUp: false }
}

/** Rejected pieces are what quality counts. */
function measureOf(concepts: ReadonlySet<Concept>): Slots['measure'] {
  const named = ASKED_MEASURES.find((measure) => concepts.has(measure))
  return named ?? (concepts.has('REJECT') ? 'QUALITY' : null)
}

/** A shift that is named as a period is asked about itself where the question names no place and nothing else to ask. */
function isAboutShift(concepts: ReadonlySet<Concept>, places: readonly Place[]): boolean {
  return places.length === 0 && [...concepts].every((concept) => SAID_OF_SHIFTS.has(concept))
}

/** What comes after an order is asked for, not the order itself. */
function isAfter(words: readonly string[], { from, to }: FoundOrder, lexicon: Lexicon): boolean {
  const said = lexicon.after.split(',').map(foldedWords)
  return said.some((after) =>
    [from - after.length, to].some((at) => at >= 0 && after.length > 0 && after.every((word, offset) => words[at + offset] === word)),
  )
}

/** Who works in a shift that is named, by its part of the day or its code, or today, is asked of the shift, also at one machine. */
function asksWhoWorks(concepts: ReadonlySet<Concept>, period: Slots['period']): boolean {
  if (period === null || !concepts.has('WHO')) return false
  const { choice, shiftCode } = period
  const isToday = choice.kind === 'relative' && choice.range === 'today' && concepts.has('DO') && !concepts.has('TAKE')
  return (shiftCode !== null || isToday) && [...concepts].every((concept) => concept === 'TAKE' || SAID_OF_SHIFTS.has(concept))
}

/** A name alone asks what is going on there. */
function placeAlone(places: readonly Place[], period: Slots['period'], chips: readonly Chip[]): Reading {
  const slots = { places, period, measure: null, reasonId: null, order: null }
  return { intent: 'doing', score: LEAST_SCORE, margin: 1, knownWords: 1, concepts: new Set(), slots, chips, isFollowUp: false }
}

/** A period alone asks the question before again, of this period. */
function followUp(places: readonly Place[], period: Slots['period'], memory: AskMemory, chips: readonly Chip[]): Reading | null {
  const { intent, measure } = memory
  if (intent === null || !INTENTS_OF_PERIOD.has(intent)) return null
  const slots = { places, period, measure, reasonId: null, order: null }
  return { intent, score: 1, margin: 1, knownWords: 1, concepts: new Set(), slots, chips, isFollowUp: true }
}

/** A word for how counts only before what somebody does: "how do I …", not "how is …"; a phrase may say it itself: "what is to be done". */
function withAction(text: string, words: readonly string[], lexicon: Lexicon, found: readonly Found<Concept>[]): readonly Found<Concept>[] {
  const { actionAfterHow } = lexicon
  if (actionAfterHow === null) return found
  const written = writtenWords(text)
  return found.filter(({ meaning, from, to }) => {
    if (meaning !== 'HOW') return true
    const after = written.length === words.length ? written.slice(from + 1, to + 3) : []
    return after.some((word) => actionAfterHow.test(word))
  })
}

type FoundOrder = { readonly id: number; readonly code: string; readonly from: number; readonly to: number }

/** Returns the open order that the words name, with or without its signs. */
function askedOrder(words: readonly string[], { orders }: AskContext): FoundOrder | null {
  for (const { id, code } of orders) {
    const parts = foldedWords(code)
    for (let from = 0; parts.length > 0 && from + parts.length <= words.length; from++)
      if (parts.every((part, at) => words[from + at] === part)) return { id, code, from, to: from + parts.length }
    const joined = parts.join('')
    const at = words.indexOf(joined)
    if (at >= 0) return { id, code, from: at, to: at + 1 }
  }
  return null
}

function withMemory({ slots, intent, concepts, isFollowUp }: Reading, { memory, orders }: AskContext): Slots {
  const { slot } = INTENT_TABLE[intent]
  const lastOrder = slot === 'order' && slots.order === null ? orders.find(({ id }) => id === memory.orderId) : undefined
  const isOfOne = (intent === 'why' || intent === 'doing') && !concepts.has('MACHINE')
  const isMeant = isFollowUp || slot === 'place' || slot === 'twoPlaces' || concepts.has('IT') || isOfOne
  const wanted = slot === 'twoPlaces' && (slots.period?.comparedShifts.length ?? 0) < 2 ? 2 : 1
  const adds = memory.place !== null && isMeant && slots.places.length < wanted
  const places = adds && memory.place !== null ? [memory.place, ...slots.places] : slots.places
  return { ...slots, places, order: lastOrder === undefined ? slots.order : { id: lastOrder.id, code: lastOrder.code } }
}

function chipsOf(workCenters: readonly Named[]): readonly Chip[] {
  return workCenters.slice(0, 8).map(({ id, name }) => ({ place: { kind: 'workCenter', id }, name }))
}
