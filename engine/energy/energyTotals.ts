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

/** A part with its good units: all of them, and those that its energy is divided by; null = not known. `unit` is that of its work center. */
export type UnitPart = EnergyPart & {
  readonly acceptedOutput: number | null
  readonly measuredOutput: number | null
  readonly unit: string
}

/**
 * Returns what a good unit took of all parts, kWh and money of the currency, of those whose units are known. A work center that made no good unit in any of
 * them is left out, one that made some is in with all of them, so that it is the same by whatever the parts are divided (domain.md D-34). Null where there
 * are none, and where units are of several kinds; the money also where some energy has no price or another currency.
 */
export function energyPerUnit(parts: readonly UnitPart[]): {
  readonly unit: string | null
  readonly kwh: number | null
  readonly cost: number | null
  readonly currency: string | null
} {
  const known = parts.filter(({ kwh, measuredOutput }) => kwh !== null && measuredOutput !== null)
  const unitsOf = (some: readonly UnitPart[]) => some.reduce((sum, { measuredOutput }) => sum + (measuredOutput ?? 0), 0)
  const own = [...Map.groupBy(known, ({ workCenterId }) => workCenterId).values()].filter((some) => unitsOf(some) > 0).flat()
  const [unit, ...otherUnits] = new Set(own.map((part) => part.unit))
  if (unit === undefined || otherUnits.length > 0) return { unit: null, kwh: null, cost: null, currency: null }
  const units = unitsOf(own)
  const [only, ...others] = costsOf(own)
  const isPriced = only !== undefined && others.length === 0 && own.every(({ cost, unpricedKwh }) => cost !== null && unpricedKwh === 0)
  return {
    unit,
    kwh: specificEnergyOf(sumOf(own), units),
    cost: isPriced ? specificEnergyOf(only.cost, units) : null,
    currency: isPriced ? only.currency : null,
  }
}

/** Returns the good units of all parts, whether their energy is known or not; null where there are none, and where they are of several kinds. */
export function acceptedOfAll(
  parts: readonly Pick<UnitPart, 'acceptedOutput' | 'unit'>[],
): { readonly accepted: number; readonly unit: string } | null {
  const made = parts.filter(({ acceptedOutput }) => (acceptedOutput ?? 0) > 0)
  const [unit, ...others] = new Set(made.map((part) => part.unit))
  if (unit === undefined || others.length > 0) return null
  return { accepted: made.reduce((sum, { acceptedOutput }) => sum + (acceptedOutput ?? 0), 0), unit }
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
