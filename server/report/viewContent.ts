import { isOfLosses, isPartOfPeriod } from '#engine/analytics/dimensions.ts'
import type { Dimension, Measure } from '#engine/analytics/dimensions.ts'
import type { PairedDates } from '#engine/analytics/pairCells.ts'
import { savedLookOf } from '#engine/analytics/savedLook.ts'
import { furtherQuestionsOf, savedQuestionOf, type SavedQuestion } from '#engine/analytics/savedQuestion.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import {
  analyse,
  explainAnswer,
  measuredOf,
  namesOf,
  peopleOf,
  signsOf,
  targetsOf,
  untrackedSeconds,
} from '#server/analytics/analytics.service.ts'
import type { AnalyticsAnswer, AnalyticsQuestion } from '#server/analytics/analytics.service.ts'
import { lossQuestionOf } from '#server/analytics/analyticsFilter.service.ts'
import { minuteWorthsOf, plannedTimesOf } from '#server/analytics/besideLosses.service.ts'
import { MAX_CELLS } from '#server/analytics/cellReaders.service.ts'
import type { Tenant } from '#server/db/database.ts'
import { filterByReasons } from '#server/loss/lossFilter.service.ts'
import { trustOfLosses } from '#server/loss/lossTrust.store.ts'
import { Refusal } from '#server/refusal.ts'
import { mixSentence, mixTable } from './changeContent.ts'
import { datesText } from './dateWords.ts'
import { durationText } from './clockText.ts'
import type { ReportHeadline } from './headline.ts'
import { trustLines } from './keyFigures.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportChart, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import type { ReportRequest } from './reportRequest.ts'
import { filled } from './reportWords.ts'
import { notesOfReport, notesSheet } from './timelineMarks.ts'
import { pictureOfView } from './viewChart.ts'
import { keyNamesOf } from './viewNames.ts'
import type { KeyNames } from './viewNames.ts'
import { chosenAgainst, rowOf } from './viewRows.ts'
import { valueText, wholeSentence } from './viewSentence.ts'
import type { WholeOfView } from './viewSentence.ts'
import { tableOfView } from './viewTable.ts'

type Given = { readonly request: ReportRequest; readonly names: ReportNames; readonly people: PeopleNames; readonly now: number }
type ViewContent = {
  readonly lead: readonly string[]
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  readonly headline: ReportHeadline | null
  /** Of the page about the report: what the view is narrowed to and compared with. */
  readonly about: readonly (readonly [string, string])[]
}

/** Returns what a saved view of analytics tells of the dates and the work centers of the report: all of it in sentences, its bars, and the table that the page shows. */
export async function viewContent(tenant: Tenant, given: Given): Promise<ViewContent> {
  const { request, names, people, now } = given
  const saved = savedQuestionOf(request.view?.search ?? '')
  const question = questionOf(saved, request, now)
  const { answer, max } = await analysed(tenant, question)
  const keys = await keyNamesOf(tenant, { names, people, made: await namesOf(tenant, answer ?? { question, cells: [] }) })
  const about = filtersText({ ...saved, workCenterIds: saved.workCenterIds === null ? null : request.workCenterIds }, names, keys)
  const narrowed: (readonly [string, string])[] = about === '' ? [] : [[names.texts.about.narrowed, about]]
  if (answer === null) return { lead: [tooMuchText(max, names)], charts: [], tables: [], headline: null, about: narrowed }
  await people.learn(peopleOf(answer))
  const look = savedLookOf(request.view?.search ?? '')
  const signs = await signsOf(tenant, answer, now)
  const chosen =
    typeof question.comparison === 'object' && answer.paired.before !== null ? datesText(answer.paired.before, names.language) : null
  const notes = isPartOfPeriod(question.by[0]) ? await notesOfReport(tenant, request) : []
  const picture = pictureOfView(answer, look, { names, keys, signs, notes, chosen })
  const asked: { readonly measure: Measure; readonly found: Analysed }[] = []
  for (const one of furtherQuestionsOf(request.view?.search ?? ''))
    asked.push({ measure: one.measure, found: await analysed(tenant, questionOf(one, request, now)) })
  const further = asked.map(({ measure, found }) => ({ measure, answer: found.answer }))
  const refused = asked.flatMap(({ measure, found }) =>
    found.answer === null ? [`${names.texts.measures[measure]}: ${tooMuchText(found.max, names)}`] : [],
  )
  const change = await explainAnswer(tenant, answer)
  const targets = await targetsOf(tenant, answer)
  const isOfSome = targets !== null && targets.withTarget > 0 && targets.withTarget < targets.total
  const ofTargets = isOfSome
    ? [[names.texts.columns.target, filled(names.texts.pdf.ofTargets, { count: targets.withTarget, total: targets.total })] as const]
    : []
  const measured = await measuredOf(tenant, answer)
  const ofMeasured =
    measured === null || measured.measured === measured.total
      ? []
      : [[names.texts.about.measured, filled(names.texts.pdf.ofTargets, { count: measured.measured, total: measured.total })] as const]
  return {
    lead: [...(await leadOf(tenant, answer, { names, targets })), ...(change === null ? [] : [mixSentence(change, names)]), ...refused],
    charts: picture.charts,
    tables: [
      ...picture.tables,
      tableOfView(answer, {
        names,
        keys,
        look,
        chosen,
        further,
        signs,
        planned: await plannedTimesOf(tenant, answer),
        worths: await minuteWorthsOf(tenant, answer),
      }),
      ...(change === null ? [] : [mixTable(change, names)]),
      ...(await trustTable(tenant, answer, { names, now })),
      ...notesSheet(notes, names),
    ],
    headline: headlineOf(answer),
    about: [...narrowed, ...ofTargets, ...ofMeasured, ...comparedText(answer.paired, names)],
  }
}

/** How the reasons of the stops came about, as the page tells it: of stops alone, since other losses have no reasons that somebody could give late. */
async function trustTable(
  tenant: Tenant,
  { question: { measure, filter }, paired: { dates } }: AnalyticsAnswer,
  { names, now }: Pick<Given, 'names' | 'now'>,
): Promise<readonly ReportTable[]> {
  if (!isOfLosses(measure) || filter.source !== 'STATUS') return []
  const { orders: _orders, products: _products, ...asked } = filter
  const stops = await filterByReasons(tenant, { ...asked, shiftDateFrom: dates.from, shiftDateTo: dayBefore(dates.to) })
  const rows = trustLines(await trustOfLosses(tenant, stops, now), names)
  const { sheets, columns } = names.texts
  const titles = [columns.way, columns.share]
  return rows.length === 0 ? [] : [{ name: sheets.trust, columns: titles.map((title) => ({ title, kind: 'text' as const })), rows }]
}

/** The dates that are compared, where not all of them are over, and those that they are compared with. */
function comparedText(
  { dates, over, before }: PairedDates,
  { texts: { about }, language }: ReportNames,
): readonly (readonly [string, string])[] {
  return [
    ...(over === null || over.to === dates.to ? [] : [[about.compared, datesText(over, language)] as const]),
    ...(before === null ? [] : [[about.against, datesText(before, language)] as const]),
  ]
}

function tooMuchText(max: number, { language, texts }: ReportNames): string {
  const { tooMany, tooMuch } = texts.view
  return filled(max === MAX_CELLS ? tooMany : tooMuch, { count: new Intl.NumberFormat(language).format(max) })
}

function questionOf(saved: SavedQuestion, { from, to, workCenterIds }: ReportRequest, now: number): AnalyticsQuestion {
  const { measure, by, comparison, unit, ...filters } = saved
  return {
    measure,
    by,
    comparison,
    unit,
    dates: { first: from, last: dayBefore(to) },
    filter: lossQuestionOf({ ...filters, workCenterIds: workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null }),
    now,
  }
}

type Analysed = { readonly answer: AnalyticsAnswer; readonly max: null } | { readonly answer: null; readonly max: number }

/** Without an answer where it would have more cells, or read more of what it is made of, than `max`. */
async function analysed(tenant: Tenant, question: AnalyticsQuestion): Promise<Analysed> {
  try {
    return { answer: await analyse(tenant, question), max: null }
  } catch (error) {
    const max = error instanceof Refusal && error.code === 'TOO_MANY_RESULTS' ? error.params?.['max'] : undefined
    if (typeof max === 'number') return { answer: null, max }
    throw error
  }
}

type Targets = Awaited<ReturnType<typeof targetsOf>>

async function leadOf(
  tenant: Tenant,
  answer: AnalyticsAnswer,
  { names, targets }: { readonly names: ReportNames; readonly targets: Targets },
): Promise<readonly string[]> {
  const { view } = names.texts
  const untracked = await untrackedSeconds(tenant, answer)
  const { unpricedKwh } = answer
  return [
    wholeSentence(valuesOf(answer), names),
    ...attainedText(answer, targets, names),
    ...(untracked === null ? [] : [filled(view.untracked, { value: durationText(untracked * SECOND_MS) })]),
    ...(unpricedKwh === null || unpricedKwh <= 0
      ? []
      : [filled(view.unpriced, { value: new Intl.NumberFormat(names.language, { maximumFractionDigits: 1 }).format(unpricedKwh) })]),
  ]
}

/** What was accepted of which target, and of how many work centers. */
function attainedText(answer: AnalyticsAnswer, targets: Targets, names: ReportNames): readonly string[] {
  const { part, base } = answer.whole.cell
  if (answer.question.measure !== 'ATTAINMENT' || base === null || targets === null) return []
  const units = (value: number | null) => valueText('OUTPUT', value, { unit: answer.unit, names })
  const { withTarget, total } = targets
  return [filled(names.texts.view.attained, { made: units(part), target: units(base), count: withTarget, total })]
}

function valuesOf(answer: AnalyticsAnswer): WholeOfView {
  const { value, compared, before } = rowOf(answer.whole, answer)
  const against = chosenAgainst(answer)
  return { measure: answer.question.measure, unit: answer.unit, value, compared, before, ...(against !== undefined && { against }) }
}

function headlineOf(answer: AnalyticsAnswer): ReportHeadline {
  return { kind: 'VIEW', ...valuesOf(answer) }
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
    ...said('ACTIVITY', saved.activityTypes),
    ...said('SHIFT', saved.shiftCodes),
    ...said('WEEKDAY', saved.weekdays),
    ...said('HOUR', saved.hoursOfDay),
    ...said('ORDER', saved.orders),
    ...said('PRODUCT', saved.products),
    ...(saved.lowersOee === true ? [view.lowersOee] : []),
  ].join('; ')
}
