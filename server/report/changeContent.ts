import { explainChangeTogether, type ChangePart, type ChangeSide, type OeeChange } from '#engine/oee/explainChange.ts'
import { explainMix, type OeeMix } from '#engine/oee/explainMix.ts'
import type { FigurePart } from '#engine/oee/figures.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { oeeStepsOf } from '#engine/oee/oeeSteps.ts'
import { addSums, NO_SUMS } from '#engine/oee/recordSums.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { storyLosses } from '#engine/shift/shiftStory.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { listSilence } from '#server/shift/shiftCounts.store.ts'
import { datesText } from './dateWords.ts'
import type { ComparedRecords } from './comparedRecords.ts'
import { sumLostTimes } from './lostTimes.store.ts'
import type { ReportCell, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'
import { filled, percentText, pointsText } from './reportWords.ts'

/** Causes in the sentence of a change. */
const MOST_NAMED = 3

/** Why OEE of a report differs from the period before (Y-3): sentences for its first page, and the tables that they are taken from. */
export type ChangeContent = { readonly lead: readonly string[]; readonly tables: readonly ReportTable[] }

/** Returns why OEE changed, by cause and by work center, to the last point (domain.md S-95); nothing where either period has no OEE. */
export async function changeContent(tenant: Tenant, compared: ComparedRecords, names: ReportNames): Promise<ChangeContent> {
  const { rows, before, dates, isRunning, isBeforeUnknown } = compared
  if (dates === null) return { lead: [], tables: [] }
  if (isBeforeUnknown) return { lead: [filled(names.texts.change.unknown, { dates: datesText(dates, names.language) })], tables: [] }
  const [was, is] = [await sidesOf(tenant, before.filter(isRated)), await sidesOf(tenant, rows.filter(isRated))]
  const change = explainChangeTogether([...was.values()], [...is.values()])
  if (change === null) return { lead: [], tables: [] }
  const mix = was.size > 1 || is.size > 1 ? explainMix(weighed(was), weighed(is)) : null
  return {
    lead: [...leadOf(change, mix, dates, names), ...(isRunning ? [names.texts.change.running] : [])],
    tables: [causeTable(change, names), ...(mix === null ? [] : [mixTable(mix, names, { was, is })])],
  }
}

/** Shifts without a reference speed take no part in OEE where performance does, and neither do their stops. */
function isRated({ record, workCenter }: ReportRow): boolean {
  return !workCenter.calculatePerformance || record.terms.netOperatingMs !== null
}

async function sidesOf(tenant: Tenant, rows: readonly ReportRow[]): Promise<ReadonlyMap<WorkCenterId, ChangeSide>> {
  const keys = rows.map(({ record }) => ({ workCenterId: record.workCenterId, start: record.shift.start }))
  const lost = Map.groupBy(await sumLostTimes(tenant, keys), ({ workCenterId }) => workCenterId)
  const silence = Map.groupBy(await listSilence(tenant, keys), ({ workCenterId }) => workCenterId)
  return new Map(
    [...Map.groupBy(rows, ({ workCenter }) => workCenter.id)].map(([id, own]) => {
      const stops = (lost.get(id) ?? []).map(({ durationMs, ...stop }) => ({ ...stop, start: 0, end: durationMs, chainStart: 0 }))
      const silentMs = (silence.get(id) ?? []).reduce((sum, one) => sum + one.silentMs, 0)
      return [id, { part: partOf(own), stops: storyLosses(stops, { speedMs: null, qualityMs: null }), silentMs }]
    }),
  )
}

/** The shifts of one work center as one. */
function partOf(rows: readonly ReportRow[]): FigurePart {
  const switches = rows[0]?.workCenter
  return { sums: rows.reduce((sum, { stat }) => addSums(sum, stat.sums), NO_SUMS), ...(switches && { switches }) }
}

type Sides = ReadonlyMap<WorkCenterId, ChangeSide>

function weighed(sides: Sides) {
  return [...sides].flatMap(([id, { part }]) => {
    const { oee } = figuresOf([part])
    return oee === null ? [] : [{ id, plannedMs: oeeStepsOf([part])?.baseMs ?? 0, oee }]
  })
}

function leadOf(change: OeeChange, mix: OeeMix<WorkCenterId> | null, dates: DateRange, names: ReportNames): readonly string[] {
  const { language, texts } = names
  const most = change.parts.slice(0, MOST_NAMED).map((part) => `${causeName(part, names)} ${pointsText(part.points, language)}`)
  const said = {
    before: percentText(change.before, language),
    now: percentText(change.now, language),
    points: pointsText(change.difference, language),
    dates: datesText(dates, language),
  }
  return [
    filled(texts.change.result, said),
    ...(most.length === 0 ? [] : [filled(texts.change.most, { what: most.join(', ') })]),
    ...(mix === null ? [] : [mixSentence(mix, names)]),
  ]
}

/** Returns how much of a change of OEE is by how work centers worked, and how much by their shares of the planned time (domain.md S-95). */
export function mixSentence({ rate, mix }: OeeMix<WorkCenterId>, { texts, language }: ReportNames): string {
  return filled(texts.change.mix, { rate: pointsText(rate, language), mix: pointsText(mix, language) })
}

function causeTable(change: OeeChange, names: ReportNames): ReportTable {
  const { sheets, columns } = names.texts
  const line = (label: string, before: number, now: number, difference: number): readonly ReportCell[] => [
    label,
    percent(before),
    percent(now),
    percent(difference),
  ]
  return {
    name: sheets.change,
    columns: [
      { title: columns.cause, kind: 'text' },
      ...[columns.lostBefore, columns.lostNow, columns.difference].map((title) => ({ title, kind: 'number' as const })),
    ],
    rows: [
      ...change.parts.map((part) => line(causeName(part, names), part.lostBefore, part.lostNow, part.points)),
      line(columns.oee, change.before, change.now, change.difference),
    ],
  }
}

/** Returns the same by work center, the greatest part first: points by its work and by its share of the time; its OEE where its sums are at hand. */
export function mixTable(
  mix: OeeMix<WorkCenterId>,
  names: ReportNames,
  sides: { readonly was: Sides; readonly is: Sides } | null = null,
): ReportTable {
  const { sheets, columns, total } = names.texts
  const oeeOf = (side: ChangeSide | undefined) => (side === undefined ? null : percent(figuresOf([side.part]).oee))
  const ofOee = (before: () => ReportCell, now: () => ReportCell) => (sides === null ? [] : [before(), now()])
  const title = (text: string, when: string) => `${text} ${when}`
  const both = (text: string) => [columns.before, columns.after].map((when) => ({ title: title(text, when), kind: 'percent' as const }))
  return {
    name: sheets.mix,
    columns: [
      { title: columns.workCenter, kind: 'text' },
      ...(sides === null ? [] : both(columns.oee)),
      { title: columns.rate, kind: 'number' },
      { title: columns.mix, kind: 'number' },
      ...both(columns.timeShare),
    ],
    rows: [
      ...mix.parts
        .toSorted((one, other) => Math.abs(other.rate + other.mix) - Math.abs(one.rate + one.mix) || one.id - other.id)
        .map((part) => [
          names.workCenter(part.id),
          ...ofOee(
            () => oeeOf(sides?.was.get(part.id)),
            () => oeeOf(sides?.is.get(part.id)),
          ),
          percent(part.rate),
          percent(part.mix),
          percent(part.shareBefore),
          percent(part.shareNow),
        ]),
      [
        total,
        ...ofOee(
          () => percent(mix.before),
          () => percent(mix.now),
        ),
        percent(mix.rate),
        percent(mix.mix),
        null,
        null,
      ],
    ],
  }
}

function causeName({ cause, reasonId }: Pick<ChangePart, 'cause' | 'reasonId'>, { reason, reasonName, texts }: ReportNames): string {
  return reasonId !== null && reason(reasonId) !== null ? reasonName(reasonId) : texts.causes[cause]
}
