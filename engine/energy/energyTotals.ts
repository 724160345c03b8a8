import { coveredShareOf, LOW_COVERAGE } from './averagePower.ts'
import { specificEnergyOf } from '#engine/oee/furtherKpis.ts'

/** Energy of a work center in one part of a period, with what it cost: kWh, ms, and money of the currency. */
export type EnergyPart = {
  readonly workCenterId: number
  readonly kwh: number | null
  /** Share of the elapsed time that the energy is known of. */
  readonly coverage: number | null
  readonly elapsedMs: number
  readonly cost: number | null
  readonly currency: string | null
  readonly unpricedKwh: number
  /** Of a status: whether the machine produced in it. */
  readonly isEffective: boolean | null
}

/** Energy of several parts: kWh, cost of each currency, kWh without a price, and by status what was used while nothing was made. */
export type EnergyTotals = {
  readonly kwh: number
  readonly costs: readonly { readonly currency: string; readonly cost: number }[]
  readonly unpricedKwh: number
  readonly idle: {
    readonly kwh: number
    readonly share: number | null
    readonly cost: number | null
    readonly currency: string | null
  } | null
}

/** Returns the sums of the parts (domain.md S-14); money of two currencies is never added, and `idle` is null where no part is of a status. */
export function energyTotals(parts: readonly EnergyPart[]): EnergyTotals {
  const kwh = sumOf(parts)
  const idle = parts.filter(({ isEffective }) => isEffective === false)
  const [only, ...others] = costsOf(idle)
  return {
    kwh,
    costs: costsOf(parts),
    unpricedKwh: parts.reduce((sum, { unpricedKwh }) => sum + unpricedKwh, 0),
    idle: parts.some(({ isEffective }) => isEffective !== null)
      ? {
          kwh: sumOf(idle),
          share: kwh > 0 ? sumOf(idle) / kwh : null,
          cost: others.length > 0 ? null : (only?.cost ?? null),
          currency: others.length > 0 ? null : (only?.currency ?? null),
        }
      : null,
  }
}

/** Returns whether the energy of the part is known for less than half of its time, so that it is compared with nothing (domain.md N-9). */
export function isLowEnergy({ coverage }: Pick<EnergyPart, 'coverage'>): boolean {
  return coverage !== null && coverage < LOW_COVERAGE
}

/**
 * Returns the kWh of both periods that are compared; null where less than half of the time is known. The time is that of work centers that were measured
 * in either: those without a sensor have nothing that could be known.
 */
export function comparedEnergy(
  parts: readonly EnergyPart[],
  before: readonly EnergyPart[],
): { readonly now: number | null; readonly before: number | null } {
  const measured = new Set([...parts, ...before].filter(({ kwh }) => kwh !== null).map(({ workCenterId }) => workCenterId))
  const knownOf = (rows: readonly EnergyPart[]): number | null => {
    const own = rows.filter(({ workCenterId }) => measured.has(workCenterId))
    return (knownShareOf(own) ?? 0) >= LOW_COVERAGE ? sumOf(own) : null
  }
  return { now: knownOf(parts), before: knownOf(before) }
}

/** Returns the share of the time of the parts that energy is known of; null where no time has passed. */
export function knownShareOf(parts: readonly Pick<EnergyPart, 'coverage' | 'elapsedMs'>[]): number | null {
  const elapsedMs = parts.reduce((sum, one) => sum + one.elapsedMs, 0)
  return coveredShareOf(
    parts.reduce((sum, { elapsedMs: own, coverage }) => sum + own * (coverage ?? 0), 0),
    elapsedMs,
  )
}

/**
 * Returns what a good unit took of all parts, kWh and money, of those whose units are known (domain.md D-34); null where there are none, and the money also
 * where some energy has no price or another currency. The units must be of one kind.
 */
export function energyPerUnit(parts: readonly (EnergyPart & { readonly measuredOutput: number | null })[]): {
  readonly kwh: number | null
  readonly cost: number | null
  /** Of the cost. */
  readonly currency: string | null
} {
  // What was used while nothing good was made belongs to the units of the others.
  const own = parts.filter(({ kwh, measuredOutput }) => kwh !== null && measuredOutput !== null)
  const units = own.reduce((sum, { measuredOutput }) => sum + (measuredOutput ?? 0), 0)
  const [only, ...others] = costsOf(own)
  const isPriced = only !== undefined && others.length === 0 && own.every(({ cost, unpricedKwh }) => cost !== null && unpricedKwh === 0)
  const cost = isPriced ? specificEnergyOf(only.cost, units) : null
  return { kwh: specificEnergyOf(sumOf(own), units), cost, currency: cost === null ? null : (only?.currency ?? null) }
}

function costsOf(parts: readonly EnergyPart[]): readonly { readonly currency: string; readonly cost: number }[] {
  const priced = parts.flatMap(({ cost, currency }) => (cost === null || currency === null ? [] : [{ cost, currency }]))
  return [...Map.groupBy(priced, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    cost: own.reduce((sum, { cost }) => sum + cost, 0),
  }))
}

function sumOf(parts: readonly Pick<EnergyPart, 'kwh'>[]): number {
  return parts.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0)
}
