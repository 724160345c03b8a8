import { comparedDates } from '#engine/analytics/comparedDates.ts'
import type { UnitPart } from '#engine/energy/energyTotals.ts'
import { isOn } from '#engine/extension/extension.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { dateAt, daysBetween, midnight } from '#engine/time/statPeriod.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import { energyCosts } from '#server/energy/energyCost.service.ts'
import type { EnergyCostRow, EnergySplit } from '#server/energy/energyCost.service.ts'
import type { EnergyDeps } from '#server/energy/energy.service.ts'
import { SharesWait } from '#server/energy/sharedEnergy.service.ts'
import { chosenWorkCenters } from '#server/energy/energyReport.service.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { ReportRequest } from './reportRequest.ts'

/** By what a report divides energy: of one day its hours, of more their days. */
export const REPORTED_SPLITS = [
  'WORK_CENTER',
  'STATUS',
  'JOB_ORDER',
  'TARIFF_ZONE',
  'DAY',
  'HOUR',
] as const satisfies readonly EnergySplit[]
export type ReportedSplit = (typeof REPORTED_SPLITS)[number]

/** A part of energy as a report tells it: instants in ms UTC, units of the work center by their code. */
export type EnergyFigure = UnitPart &
  Pick<EnergyCostRow, 'costPerUnit' | 'end' | 'isAssumedBalanced' | 'key' | 'kwhPerUnit' | 'name' | 'start'> & {
    readonly isDeleted: boolean
  }

/** Parts of one split; null where there would be too many, or where energy is still being divided so. */
type FoundParts =
  | { readonly parts: readonly EnergyFigure[]; readonly without: null }
  | { readonly parts: null; readonly without: 'TOO_MANY' | 'WAITS' }

/** The figures of the page of energy of the same days: by each split, and by work center of the dates before (domain.md N-8). */
export type EnergyFigures = {
  readonly splits: readonly ({ readonly by: ReportedSplit } & FoundParts)[]
  /** Null = of days that go on nothing is compared. */
  readonly before: { readonly dates: DateRange; readonly parts: readonly EnergyFigure[] } | null
}

/**
 * Returns what the energy of the report was used for and what it cost, as the page of energy shows it of the same days (domain.md R-13), all of it as it is
 * at one instant; refuses EXTENSION_OFF where the company has no costs of energy.
 */
export async function energyFigures(
  deps: EnergyDeps,
  request: Pick<ReportRequest, 'from' | 'to' | 'workCenterIds' | 'zone'>,
): Promise<EnergyFigures> {
  if (!isOn('ENERGY', await deps.inTenant(listChosenExtensions)))
    throw new Refusal({ code: 'EXTENSION_OFF', params: { extension: 'ENERGY' } })
  const now = deps.now()
  const still = { ...deps, now: () => now }
  const { from, to, zone } = request
  const ids = request.workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null
  const askedOf = async (dates: DateRange, by: EnergySplit) => {
    const period = periodOfDates(zone, dates)
    return (await energyCosts(still, await chosenWorkCenters(still, ids, period), period, by)).map(figureOf)
  }
  const days = daysBetween(from, to)
  const splits: EnergyFigures['splits'][number][] = []
  for (const by of REPORTED_SPLITS.filter((one) => one !== (days > 1 ? 'HOUR' : 'DAY')))
    splits.push({ by, ...(await unlessTooMany(() => askedOf({ from, to }, by))) })
  const dates = comparedDates({ from, to }, 'PREVIOUS')
  const isOver = to <= dateAt(zone, now)
  const earlier = isOver ? (await unlessTooMany(() => askedOf(dates, 'WORK_CENTER'))).parts : null
  return { splits, before: earlier === null ? null : { dates, parts: earlier } }
}

/** Returns the time of whole days of the clock, as the page of energy asks for it. */
export function periodOfDates(zone: string, { from, to }: DateRange): { readonly start: number; readonly end: number } {
  return { start: midnight(zone, from), end: midnight(zone, to) }
}

async function unlessTooMany(ask: () => Promise<readonly EnergyFigure[]>): Promise<FoundParts> {
  try {
    return { parts: await ask(), without: null }
  } catch (error) {
    if (error instanceof SharesWait) return { parts: null, without: 'WAITS' }
    if (error instanceof Refusal && error.code === 'INVALID_PERIOD') return { parts: null, without: 'TOO_MANY' }
    throw error
  }
}

function figureOf(row: EnergyCostRow): EnergyFigure {
  const { workCenter, kwh, coverage, elapsedMs, cost, currency, unpricedKwh, isEffective, key, name, start, end } = row
  const { acceptedOutput, measuredOutput, kwhPerUnit, costPerUnit, isAssumedBalanced } = row
  return {
    workCenterId: workCenter.id,
    unit: workCenter.measurementUnit,
    isDeleted: workCenter.deviceStatus === 'ARCHIVE',
    key,
    name,
    start,
    end,
    kwh,
    coverage,
    elapsedMs,
    cost,
    currency,
    unpricedKwh,
    isEffective,
    acceptedOutput,
    measuredOutput,
    kwhPerUnit,
    costPerUnit,
    isAssumedBalanced,
  }
}
