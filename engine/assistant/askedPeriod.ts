import { readPeriod, RELATIVE_RANGES, type RelativeRange } from '#engine/time/periodChoice.ts'
import { movedDate, periodOf } from '#engine/time/statPeriod.ts'
import { dateOf, dateOfParts, daysSinceMonday, startOfDate } from '#engine/time/zoneDates.ts'
import type { AskContext, AskedPeriod } from './askContext.ts'
import { PERIOD_WORDS, type Lexicon, type PeriodWord } from './concepts.ts'
import { entriesFrom, foundIn } from './conceptsOf.ts'
import { capitalWords, foldedWords } from './fold.ts'

/** A period and the words that named it. */
type FoundPeriod = { readonly period: AskedPeriod; readonly used: ReadonlySet<number> }

type DayRange = { readonly from: string; readonly to: string }

/** `2026-11-20`, `20.11.2026`, `20.11` and `20/11`. */
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/
const LOCAL_DATE = /\b(\d{1,2})[./](\d{1,2})(?:[./](\d{4}))?\b/

const HALF_DAYS = { morning: [4, 11], afternoon: [11, 20], night: [20, 28] } as const
type PartOfDay = keyof typeof HALF_DAYS

const entriesOf = new WeakMap<Lexicon, ReturnType<typeof periodEntries>>()

/** Returns the period that a question names, read as the address of a page reads it; null where it names none. */
export function askedPeriod(text: string, words: readonly string[], lexicon: Lexicon, context: AskContext): FoundPeriod | null {
  const today = dateOf(context.timeZone, context.now)
  const entries = entriesFor(lexicon)
  const found = foundIn(words, entries.periods, () => false)
  const weekdays = foundIn(words, entries.weekdays, () => false)
  const months = foundIn(words, entries.months, () => false)
  const named = new Set(found.map(({ meaning }) => meaning))
  const coded = codedShifts(text, words, lexicon, context)
  const comparedShifts = coded.shifts.length > 1 ? coded.shifts.map(({ code }) => code) : []
  const used = new Set(
    [...found, ...weekdays, ...months, ...coded.used].flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  )
  const part = partOfDay(named)
  const ofPart = part === null ? null : (context.shifts.find((candidate) => startsIn(candidate.startMinute, part)) ?? null)
  const shift = comparedShifts.length > 0 ? null : (coded.shifts[0] ?? ofPart)
  const shiftText = shift === null ? {} : { shift: String(shift.id) }
  const day = writtenDate(text, today) ?? (weekdays[0] === undefined ? null : lastWeekday(Number(weekdays[0].meaning), today))
  const range = RELATIVE_RANGES.find((candidate) => named.has(candidate))
  const spoken = months[0] === undefined ? null : lastMonthOf(Number(months[0].meaning) + 1, today)
  const month = named.has('thisMonth') || named.has('lastMonth') ? monthOf(named, today) : spoken
  const fixed = day === null ? month : { from: day, to: day }
  if (fixed !== null) {
    const [from, to] = [startText(fixed.from, context.timeZone), startText(movedDate(fixed.to, 1), context.timeZone)]
    const choice = readPeriod({ from, to, ...shiftText })
    return { period: { choice, dates: fixed, shiftCode: shift?.code ?? null, comparedShifts }, used }
  }
  if (range === undefined && part === null && coded.shifts.length === 0) return null
  const usual = named.has('lastNight') ? 'yesterday' : 'today'
  const chosen =
    named.has('lastNight') || (range === 'currentShift' && (part !== null || coded.shifts.length > 0)) ? usual : (range ?? usual)
  const choice = readPeriod({ range: chosen, ...shiftText })
  return { period: { choice, dates: datesOf(chosen, today), shiftCode: shift?.code ?? null, comparedShifts }, used }
}

function entriesFor(lexicon: Lexicon): ReturnType<typeof periodEntries> {
  const entries = entriesOf.get(lexicon) ?? periodEntries(lexicon)
  entriesOf.set(lexicon, entries)
  return entries
}

function periodEntries(lexicon: Lexicon) {
  return {
    periods: entriesFrom(PERIOD_WORDS.map((word) => [word, lexicon.periods[word]] as const)),
    weekdays: entriesFrom(lexicon.weekdays.map((list, at) => [String(at), list] as const)),
    months: entriesFrom(lexicon.months.map((list, at) => [String(at), list] as const)),
    shift: entriesFrom([['shift', lexicon.words.SHIFT] as const]),
  }
}

/** Returns the dates of a relative range, both included; null for shifts, which the server knows. */
function datesOf(range: RelativeRange, today: string): DayRange | null {
  const back = (days: number, length = days): DayRange => ({ from: movedDate(today, -days), to: movedDate(today, length - days - 1) })
  const week = (date: string): DayRange => {
    const { from, to } = periodOf('WEEK', date)
    return { from, to: movedDate(to, -1) }
  }
  switch (range) {
    case 'currentShift':
    case 'previousShift':
      return null
    case 'today':
      return back(0, 1)
    case 'yesterday':
      return back(1)
    case 'tomorrow':
      return back(-1, 1)
    case 'last2':
      return back(1, 2)
    case 'last7':
      return back(6, 7)
    case 'last30':
      return back(29, 30)
    case 'thisWeek':
      return week(today)
    case 'lastWeek':
      return week(movedDate(today, -7))
  }
}

function partOfDay(named: ReadonlySet<PeriodWord>): PartOfDay | null {
  if (named.has('lastNight') || named.has('night')) return 'night'
  if (named.has('afternoon')) return 'afternoon'
  return named.has('morning') ? 'morning' : null
}

function startsIn(startMinute: number, part: PartOfDay): boolean {
  const [from, to] = HALF_DAYS[part]
  const hour = startMinute / 60
  return (hour >= from && hour < to) || hour + 24 < to
}

function monthOf(named: ReadonlySet<PeriodWord>, today: string): DayRange {
  const { from, to } = periodOf('MONTH', named.has('lastMonth') ? movedDate(periodOf('MONTH', today).from, -1) : today)
  return { from, to: movedDate(to, -1) }
}

/** Returns the month of the number, 1 to 12, of this year, or of the last one where it has not begun. */
function lastMonthOf(month: number, today: string): DayRange {
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0)
  const { from, to } = periodOf('MONTH', `${year}-${String(month).padStart(2, '0')}-01`)
  return { from, to: movedDate(to, -1) }
}

/** A code of one letter is a preposition or a conjunction of some language, too: then it counts as a capital, and of Cyrillic only after the word. */
const LATIN_CAPITAL = /^[A-Z]$/
const CAPITAL = /^\p{Lu}$/u

/** Returns the shifts whose codes stand beside a word for shifts, "shift B", «A smena» or "shifts A and B", and the words that name them. */
function codedShifts(text: string, words: readonly string[], lexicon: Lexicon, { shifts }: AskContext) {
  const written = capitalWords(text)
  if (written.length !== words.length) return { shifts: [], used: [] }
  const said = foundIn(words, entriesFor(lexicon).shift, () => false)
  const codeAt = (at: number, isAfter: boolean) => {
    const word = written[at] ?? ''
    // A number before it is that of a machine: "press 3 shift".
    const mayBe = /\d/.test(word) ? isAfter : word.length > 1 || LATIN_CAPITAL.test(word) || (isAfter && CAPITAL.test(word))
    return mayBe ? shifts.find(({ code }) => foldedWords(code).join(' ') === words[at]) : undefined
  }
  const beside = said.flatMap(({ from, to }) => [
    ...(codeAt(to, true) === undefined ? [] : [{ at: to, step: 1, from }]),
    ...(codeAt(from - 1, false) === undefined ? [] : [{ at: from - 1, step: -1, from: from - 1 }]),
  ])
  const ats = new Set<number>()
  for (const { at, step } of beside) {
    ats.add(at)
    // One word between two codes: "A and B".
    for (let next = at + 2 * step; codeAt(next, step > 0) !== undefined; next += 2 * step) ats.add(next)
  }
  const named = [...new Set([...ats].toSorted((one, other) => one - other).flatMap((at) => codeAt(at, true) ?? []))]
  if (named.length === 0) return { shifts: [], used: [] }
  const besideCode = said.filter(({ from, to }) => ats.has(to) || ats.has(from - 1))
  return { shifts: named, used: [...besideCode, ...[...ats].map((at) => ({ from: at, to: at + 1 }))] }
}

/** Returns the last such day before today. */
function lastWeekday(sinceMonday: number, today: string): string {
  const back = (daysSinceMonday(today) - sinceMonday + 7) % 7
  return movedDate(today, -(back === 0 ? 7 : back))
}

function writtenDate(text: string, today: string): string | null {
  const iso = ISO_DATE.exec(text)
  const local = LOCAL_DATE.exec(text)
  const written = iso === null ? [local?.[3] ?? today.slice(0, 4), local?.[2], local?.[1]] : [iso[1], iso[2], iso[3]]
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = written.map(Number)
  return dateOfParts(year, month, day)
}

function startText(date: string, timeZone: string): string {
  return new Date(startOfDate(timeZone, date)).toISOString()
}
