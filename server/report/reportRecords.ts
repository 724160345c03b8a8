import { sumOfCells, valueOfCell } from '#engine/analytics/cells.ts'
import type { Measure } from '#engine/analytics/dimensions.ts'
import { targetCells } from '#engine/analytics/recordCells.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import type { Figures } from '#engine/oee/figures.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { addSums, NO_SUMS } from '#engine/oee/recordSums.ts'
import type { RecordSums } from '#engine/oee/recordSums.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { midnight } from '#engine/time/statPeriod.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { energyOfStats } from '#server/energy/statEnergy.service.ts'
import { askStatistics } from '#server/oee/oeeQuestion.service.ts'
import { oeeReport } from '#server/oee/oeeReport.service.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { UnitOutput } from '#server/oee/unitOutput.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import type { ReportNames } from './reportNames.ts'
import { filled } from './reportWords.ts'

const ROWS_AT_ONCE = 1000

/** What several shifts come to, divided once; `isOneUnit`: their output is of one unit, so that it may be added. */
export type Together = {
  readonly figures: Figures
  readonly sums: RecordSums
  readonly count: number
  readonly isOneUnit: boolean
}

type Asked = {
  readonly workCenterIds: readonly number[] | null
  readonly dates: DateRange
  readonly shiftStart: number | null
  readonly now: number
}

/** The dates of each plant by its clock, with its work centers. */
async function questionsOf(tenant: Tenant, { workCenterIds, dates, now }: Asked) {
  const zones = await listPlantZones(tenant, workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null)
  return [...Map.groupBy(zones.keys(), (id) => zones.get(id) ?? 'UTC')].map(([zone, ids]) => ({
    workCenterIds: ids,
    groupIds: null,
    period: { start: midnight(zone, dates.from), end: midnight(zone, dates.to) },
    now,
  }))
}

/** The output of all shifts of each work center, by unit. */
export type Outputs = ReadonlyMap<WorkCenterId, readonly UnitOutput[]>

/** Returns the output and the target output of each work center, of all its shifts at once as screens tell them, so that no piece is lost by each shift (domain.md E-55). */
export async function readOutputs(tenant: Tenant, asked: Asked, rows: readonly ReportRow[]): Promise<Outputs> {
  // Of one start each work center has one shift.
  if (asked.shiftStart !== null) return new Map(rows.map(({ workCenter, stat }) => [workCenter.id, stat.outputs]))
  const outputs = new Map<WorkCenterId, readonly UnitOutput[]>()
  for (const question of await questionsOf(tenant, asked))
    for (const stat of await askStatistics(tenant, { ...question, groupBy: null, subject: 'WORK_CENTER' }))
      for (const { id } of stat.workCenters) outputs.set(id, stat.outputs)
  return outputs
}

/** Returns the shifts of the dates of each plant, ascending; of one start only where it is given. */
export async function readRecords(tenant: Tenant, asked: Asked): Promise<readonly ReportRow[]> {
  const { shiftStart } = asked
  const rows: ReportRow[] = []
  for (const question of await questionsOf(tenant, asked)) rows.push(...(await oeeReport(tenant, question)))
  return rows
    .filter(({ record }) => shiftStart === null || record.shift.start === shiftStart)
    .toSorted(
      (one, other) =>
        one.record.shift.start - other.record.shift.start ||
        one.workCenter.sortNumber - other.workCenter.sortNumber ||
        one.workCenter.id - other.workCenter.id,
    )
}

/** Returns the kWh of each shift, of the hours that are over; null = nothing was measured. */
export async function readEnergies(tenant: Tenant, rows: readonly ReportRow[]): Promise<ReadonlyMap<ReportRow, number | null>> {
  const energies = new Map<ReportRow, number | null>()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const own = rows.slice(from, from + ROWS_AT_ONCE)
    const found = await energyOfStats(
      tenant,
      own.map(({ stat }) => stat),
    )
    for (const [at, row] of own.entries()) energies.set(row, found[at]?.kwh ?? null)
  }
  return energies
}

/** Returns the figures of the shifts together: sums of terms, divided once (D-44). */
export function together(rows: readonly ReportRow[]): Together {
  const outputs = rows.flatMap(({ stat }) => stat.outputs)
  return {
    figures: figuresOf(rows.flatMap(({ stat }) => stat.parts)),
    sums: rows.reduce((sum, { stat }) => addSums(sum, stat.sums), NO_SUMS),
    count: rows.length,
    isOneUnit: new Set(outputs.map(({ unit }) => unit)).size <= 1,
  }
}

/** Returns the target output of those that have one, and what they accepted of it; null = none has. */
export function targetOutputOf(outputs: readonly UnitOutput[]): { readonly target: number | null; readonly accepted: number } {
  const targets = outputs.flatMap(({ target }) => target ?? [])
  return {
    target: targets.length === 0 ? null : targets.reduce((sum, one) => sum + one, 0),
    accepted: outputs.reduce((sum, one) => sum + one.targetedAccepted, 0),
  }
}

/** Returns the planned production time of the shifts. */
export function plannedTimeOf(rows: readonly Pick<ReportRow, 'stat'>[]): number {
  return rows.reduce((sum, { stat: { sums } }) => sum + sums.elapsedMs - sums.excludedMs - sums.noDataMs, 0)
}

/** Returns a share as reports and screens show it, in percent with two places. */
export function percent(fraction: number | null): number | null {
  return toPercentage(fraction)?.realValue ?? null
}

const MEASURES = {
  targetOee: 'OEE',
  targetAvailability: 'AVAILABILITY',
  targetPerformance: 'PERFORMANCE',
  targetQuality: 'QUALITY',
} as const satisfies Record<string, Measure>
export type TargetKey = keyof typeof MEASURES

/** Returns the target of the shifts in percent, of those of work centers that have one and calculate the factor (domain.md N-5); null where none does. */
export function targetOf(rows: readonly Pick<ReportRow, 'stat' | 'workCenter'>[], key: TargetKey): number | null {
  const alike = Map.groupBy(rows, ({ workCenter }) =>
    [workCenter[key], workCenter.calculateAvailability, workCenter.calculatePerformance, workCenter.calculateQuality].join(),
  )
  const facts = [...alike.values()].flatMap((same) => {
    const switches = same[0]?.workCenter
    const target = switches?.[key] ?? null
    if (switches === undefined || target === null) return []
    const sums = same.reduce((sum, { stat }) => addSums(sum, stat.sums), NO_SUMS)
    return [{ keys: [], target: target / 100, sums, switches }]
  })
  const cells = targetCells(facts, MEASURES[key])
  return cells.length === 0 ? null : percent(valueOfCell(sumOfCells(cells)))
}

/** Returns how many work centers have shifts, and how many of these a target. */
export function countTargets(
  rows: readonly Pick<ReportRow, 'workCenter'>[],
  key: TargetKey,
): { readonly withTarget: number; readonly total: number } {
  const places = new Map(rows.map(({ workCenter }) => [workCenter.id, workCenter]))
  return { withTarget: [...places.values()].filter((one) => one[key] !== null).length, total: places.size }
}

/** Returns which work centers the target is of, in words; null = of all, or there is none. */
export function targetsText(
  rows: readonly Pick<ReportRow, 'workCenter'>[],
  key: TargetKey,
  { texts }: Pick<ReportNames, 'texts'>,
): string | null {
  const { withTarget, total } = countTargets(rows, key)
  return withTarget === 0 || withTarget === total ? null : filled(texts.pdf.ofTargets, { count: withTarget, total })
}

/** Returns of how many shifts the target output is, in words; null = of all, or there is none. */
export function targetOutputText(rows: readonly Pick<ReportRow, 'stat'>[], { texts }: Pick<ReportNames, 'texts'>): string | null {
  const count = rows.filter(({ stat }) => stat.outputs.some(({ target }) => target !== null)).length
  return count === 0 || count === rows.length ? null : filled(texts.pdf.ofShifts, { count, total: rows.length })
}
