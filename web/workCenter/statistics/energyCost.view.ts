import type { EnergyCostFiguresFragment } from '#web/api/generated/graphql.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

type Row = Pick<EnergyCostFiguresFragment, 'cost' | 'energyConsumption' | 'isEffective' | 'unpriced'>

/** Returns the window as the API takes it. */
export function periodOf(window: TimeWindow | null): { readonly start: string; readonly end: string } {
  const { from, to } = window ?? { from: 0, to: 1 }
  return { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
}

/** Returns whether there is a cost to show. */
export function isPriced({ cost, energyConsumption }: Row): boolean {
  return cost != null && energyConsumption != null
}

/** Energy in statuses in which the machine did not produce; of a cost that is unknown in part nothing is said. */
export type IdleEnergy = { readonly kwh: number | null; readonly cost: number | null; readonly share: number | null }

/** Returns how much energy went where nothing was produced; null kWh where none was measured. */
export function idleEnergy(rows: readonly Row[]): IdleEnergy {
  const known = rows.filter(({ energyConsumption }) => energyConsumption != null)
  if (known.length === 0) return { kwh: null, cost: null, share: null }
  const idle = known.filter(({ isEffective }) => isEffective !== true)
  const sum = (some: readonly Row[]) => some.reduce((total, { energyConsumption }) => total + (energyConsumption ?? 0), 0)
  const [kwh, all] = [sum(idle), sum(known)]
  const isWhole = idle.every(({ cost, unpriced }) => cost != null && unpriced === 0)
  return { kwh, cost: isWhole ? idle.reduce((total, { cost }) => total + (cost ?? 0), 0) : null, share: all === 0 ? null : kwh / all }
}
