import { sumOfCells, valueOfCell, type Cell } from '#engine/analytics/cells.ts'
import { isAdditive, isRatio, TIME_DIMENSIONS, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { savedQuestionOf, type SavedQuestion } from '#engine/analytics/savedQuestion.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import { analyse, namesOf, peopleOf, signsOf, untrackedSeconds } from '#server/analytics/analytics.service.ts'
import type { AnalyticsAnswer, AnalyticsQuestion, TargetedCell } from '#server/analytics/analytics.service.ts'
import { lossQuestionOf } from '#server/analytics/analyticsFilter.service.ts'
import { MAX_CELLS } from '#server/analytics/cellReaders.service.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { durationText } from './clockText.ts'
import type { ReportHeadline } from './headline.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ColumnKind, ReportBar, ReportCell, ReportChart, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'
import type { ReportRequest } from './reportRequest.ts'
import { filled, percentText } from './reportWords.ts'
import { keyNamesOf } from './viewNames.ts'
import type { KeyNames } from './viewNames.ts'
import { growthOf, isTime, valueText, wholeSentence } from './viewSentence.ts'
import type { WholeOfView } from './viewSentence.ts'

/** Bars of a chart; what is smaller stands together in the last one. */
const MOST_BARS = 20

type Given = { readonly request: ReportRequest; readonly names: ReportNames; readonly people: PeopleNames; readonly now: number }
type ViewContent = {
  readonly lead: readonly string[]
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  readonly headline: ReportHeadline | null
  /** Of the page about the report: what the view is narrowed to and compared with. */
  readonly about: readonly (readonly [string, string])[]
}

/** A cell with the values that are shown of it. */
type Row = {
  readonly keys: readonly string[]
  readonly value: number | null
  readonly share: number | null
  readonly target: number | null
  readonly compared: number | null
  readonly before: number | null
}

/** Returns what a saved view of analytics tells of the dates of the report: all of it in sentences, its bars, and the table that the page shows. */
export async function viewContent(tenant: Tenant, given: Given): Promise<ViewContent> {
  const { request, names, people, now } = given
  const saved = savedQuestionOf(request.view?.search ?? '')
  const question = questionOf(saved, request, now)
  const answer = await analysed(tenant, question)
  const keys = await keyNamesOf(tenant, { names, people, made: answer === null ? [] : await namesOf(tenant, answer) })
  const about = filtersText(saved, names, keys)
  const narrowed: (readonly [string, string])[] = about === '' ? [] : [[names.texts.about.narrowed, about]]
  if (answer === null) {
    const lead = [filled(names.texts.view.tooMany, { count: new Intl.NumberFormat(names.language).format(MAX_CELLS) })]
    return { lead, charts: [], tables: [], headline: null, about: narrowed }
  }
  await people.learn(peopleOf(answer))
  const { before } = answer.paired
  return {
    lead: await leadOf(tenant, answer, names),
    charts: chartOf(answer, names, keys),
    tables: [await tableOf(tenant, answer, { names, keys, now })],
    headline: headlineOf(answer),
    about:
      before === null
        ? narrowed
        : [
            ...narrowed,
            [names.texts.about.against, before.from === dayBefore(before.to) ? before.from : `${before.from} – ${dayBefore(before.to)}`],
          ],
  }
}

function questionOf(saved: SavedQuestion, { from, to, workCenterIds }: ReportRequest, now: number): AnalyticsQuestion {
  const { measure, by, comparison, unit, ...filters } = saved
  return {
    measure,
    by,
    comparison,
    unit,
    dates: { first: from, last: dayBefore(to) },
    filter: lossQuestionOf({ ...filters, workCenterIds: placesOf(saved.workCenterIds, workCenterIds) }),
    now,
  }
}

/** Those of the view that the report is of. */
function placesOf(own: readonly number[] | null, seen: readonly number[] | null): readonly WorkCenterId[] | null {
  const ids = own === null || seen === null ? (own ?? seen) : own.filter((id) => seen.includes(id))
  return ids?.map((id) => asId<WorkCenterId>(id)) ?? null
}

/** Null where there are more cells than an answer may have. */
async function analysed(tenant: Tenant, question: AnalyticsQuestion): Promise<AnalyticsAnswer | null> {
  try {
    return await analyse(tenant, question)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_RESULTS') return null
    throw error
  }
}

async function leadOf(tenant: Tenant, answer: AnalyticsAnswer, names: ReportNames): Promise<readonly string[]> {
  const { view } = names.texts
  const untracked = await untrackedSeconds(tenant, answer)
  const { unpricedKwh } = answer
  return [
    wholeSentence(valuesOf(answer), names),
    ...(untracked === null ? [] : [filled(view.untracked, { value: durationText(untracked * SECOND_MS) })]),
    ...(unpricedKwh === null || unpricedKwh <= 0
      ? []
      : [filled(view.unpriced, { value: new Intl.NumberFormat(names.language, { maximumFractionDigits: 1 }).format(unpricedKwh) })]),
  ]
}

function valuesOf(answer: AnalyticsAnswer): WholeOfView {
  const { value, compared, before } = rowOf(answer.whole, answer)
  return { measure: answer.question.measure, unit: answer.unit, value, compared, before }
}

function headlineOf(answer: AnalyticsAnswer): ReportHeadline {
  return { kind: 'VIEW', ...valuesOf(answer) }
}

/** A sum that was not there before was 0 where there was anything; a ratio was undefined. */
function rowOf({ cell, compared, before, target }: TargetedCell, { question: { measure }, whole }: AnalyticsAnswer): Row {
  const isCompared = whole.before !== null && (whole.before.base ?? whole.before.part) > 0
  const valueOf = (one: Cell | null) => (one === null ? null : valueOfCell(one))
  const orZero = (one: Cell | null) => (isCompared ? (valueOf(one) ?? (cell.base === null ? 0 : null)) : null)
  const all = isAdditive(measure) ? whole.cell.part : 0
  return {
    keys: cell.keys,
    value: valueOfCell(cell),
    share: all > 0 ? cell.part / all : null,
    target: valueOf(target),
    compared: orZero(compared),
    before: orZero(before),
  }
}

async function tableOf(
  tenant: Tenant,
  answer: AnalyticsAnswer,
  { names, keys, now }: { readonly names: ReportNames; readonly keys: KeyNames; readonly now: number },
): Promise<ReportTable> {
  const { measure, by } = answer.question
  const { columns, dimensions, sheets, view, total } = names.texts
  const kind = kindOf(measure)
  const isCompared = answer.paired.before !== null
  const hasDays = by[0] === 'DAY'
  const rows = answer.cells.map((cell) => ({ ...rowOf(cell, answer), isBeforeUnknown: cell.isBeforeUnknown }))
  const cellsOf = (row: Row & { readonly isBeforeUnknown: boolean }): readonly ReportCell[] => [
    cellOf(measure, row.value),
    ...(isAdditive(measure) ? [percent(row.share)] : []),
    ...(isRatio(measure) ? [cellOf(measure, row.target)] : []),
    ...(isCompared ? [row.isBeforeUnknown ? null : cellOf(measure, row.before), row.isBeforeUnknown ? null : changeOf(measure, row)] : []),
  ]
  const whole = { ...rowOf(answer.whole, answer), share: isAdditive(measure) ? 1 : null, isBeforeUnknown: answer.whole.isBeforeUnknown }
  const signs = await signsOf(tenant, answer, now)
  const isRunning = (own: readonly string[]) =>
    signs.some(({ keys: signed, running }) => running > 0 && signed.every((key, at) => key === null || key === own[at]))
  return {
    name: sheets.view,
    columns: [
      ...by.map((dimension): ReportColumn => ({ title: dimensions[dimension], kind: dimension === 'DAY' ? 'date' : 'text' })),
      { title: titleOf(answer, names), kind },
      ...(isAdditive(measure) ? [{ title: columns.share, kind: 'percent' as const }] : []),
      ...(isRatio(measure) ? [{ title: targetTitle(measure, names), kind }] : []),
      ...(isCompared
        ? [
            { title: view.before, kind },
            { title: isRatio(measure) ? view.pointsChange : view.change, kind: 'number' as const },
          ]
        : []),
    ],
    rows: [
      ...rows.map((row) => [...by.map((dimension, at) => keys(dimension, row.keys[at] ?? '')), ...cellsOf(row)]),
      // Nothing but a date stands in a column of dates.
      ...(rows.length > 1 && !hasDays ? [[total, ...by.slice(1).map(() => null), ...cellsOf(whole)]] : []),
    ],
    provisional: new Set(rows.flatMap(({ keys: own }, at) => (isRunning(own) ? [at] : []))),
  }
}

/** Bars by the first dimension, the rest of many together; a bar of ratios is made of sums. */
function chartOf(answer: AnalyticsAnswer, names: ReportNames, keys: KeyNames): readonly ReportChart[] {
  const { measure, by } = answer.question
  const [first] = by
  if (first === undefined) return []
  const grouped = [...Map.groupBy(answer.cells, ({ cell }) => cell.keys[0] ?? '')].map(([key, own]) => barOf(key, own, answer))
  if (grouped.length < 2) return []
  const isByTime = TIME_DIMENSIONS.includes(first)
  const ranked = isByTime ? grouped : grouped.toSorted((one, other) => (other.row.value ?? -1) - (one.row.value ?? -1))
  const isCut = !isByTime && ranked.length > MOST_BARS
  const rest = isCut ? ranked.slice(MOST_BARS - 1).flatMap(({ own }) => own) : []
  const shown = isCut ? [...ranked.slice(0, MOST_BARS - 1), barOf(null, rest, answer)] : ranked
  const bars = shown.map(({ key, row }): ReportBar => {
    return {
      label: key === null ? names.texts.keys.other : keys(first, key),
      value: row.value,
      text: valueText(measure, row.value, { unit: answer.unit, names }),
      share: isAdditive(measure) && row.share !== null ? percentText(row.share, names.language) : '',
      before: row.before,
    }
  })
  const note = bars.some(({ before }) => before !== null) ? names.texts.view.mark : ''
  return [
    { kind: 'BARS', title: `${titleOf(answer, names)} · ${names.texts.dimensions[first]}`, note, most: isRatio(measure) ? 1 : 0, bars },
  ]
}

function barOf(key: string | null, own: readonly TargetedCell[], answer: AnalyticsAnswer) {
  const together = (cells: readonly (Cell | null)[]): Cell | null => {
    const known = cells.filter((cell) => cell !== null)
    return known.length === 0 ? null : sumOfCells(known)
  }
  const isBeforeUnknown = own.some((one) => one.isBeforeUnknown)
  const cell: TargetedCell = {
    cell: sumOfCells(own.map((one) => one.cell)),
    compared: together(own.map((one) => one.compared)),
    before: together(own.map((one) => one.before)),
    target: null,
    isBeforeUnknown,
  }
  const row = rowOf(cell, answer)
  return { key, own, row: isBeforeUnknown ? { ...row, before: null } : row }
}

function kindOf(measure: Measure): ColumnKind {
  return isRatio(measure) ? 'percent' : isTime(measure) ? 'duration' : 'number'
}

function cellOf(measure: Measure, value: number | null): ReportCell {
  if (value === null) return null
  if (isRatio(measure)) return percent(value)
  if (isTime(measure)) return value * SECOND_MS
  return measure === 'OUTPUT' ? roundUnits(value) : value
}

/** Ratios differ by points, the others by percent of what they were. */
function changeOf(measure: Measure, { compared, before }: Row): number | null {
  if (compared === null || before === null) return null
  return percent(isRatio(measure) ? compared - before : growthOf(compared, before))
}

function titleOf({ question: { measure }, unit }: AnalyticsAnswer, { texts: { measures, view } }: ReportNames): string {
  const own = measure === 'ENERGY' ? view.kWh : measure === 'ENERGY_PER_UNIT' ? `${view.kWh}/${unit ?? ''}` : unit
  return own === null || own === '' ? measures[measure] : `${measures[measure]}, ${own}`
}

function targetTitle(measure: Measure, { texts: { columns } }: ReportNames): string {
  const titles: Partial<Record<Measure, string>> = {
    AVAILABILITY: columns.targetAvailability,
    PERFORMANCE: columns.targetPerformance,
    QUALITY: columns.targetQuality,
  }
  return titles[measure] ?? columns.target
}

function filtersText(saved: SavedQuestion, names: ReportNames, keys: KeyNames): string {
  const { dimensions, view, words } = names.texts
  const said = (dimension: Dimension, values: readonly (number | string)[] | null) =>
    values === null ? [] : [`${dimensions[dimension]}: ${values.map((value) => keys(dimension, `${value}`)).join(', ')}`]
  return [
    ...(saved.source === null || saved.source === 'STATUS' ? [] : [`${view.losses}: ${words[saved.source]}`]),
    ...said('WORK_CENTER', saved.workCenterIds),
    ...said('GROUP', saved.workCenterGroupIds),
    ...said('REASON', saved.reasonIds),
    ...said('REASON_GROUP', saved.reasonGroupIds),
    ...said('CATEGORY', saved.categories),
    ...said('TYPE', saved.lossTypes),
    ...said('SHIFT', saved.shiftCodes),
    ...said('WEEKDAY', saved.weekdays),
    ...said('HOUR', saved.hoursOfDay),
    ...(saved.lowersOee === true ? [view.lowersOee] : []),
  ].join('; ')
}
