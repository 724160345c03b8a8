import type { OutputCount } from '#engine/facts.ts'
import type { RecordSums } from '#engine/oee/recordSums.ts'
import { addCounts, NO_OUTPUT } from '#engine/output/outputCount.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'

/** Output in one unit; pieces and metres are never added (domain.md E-56). */
export type UnitOutput = {
  readonly unit: string
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  /** Of the work centers that have one; so is what they accepted of it. */
  readonly target: number | null
  readonly targetedAccepted: number
  /** Work centers with the unit, and how many of them have a target. */
  readonly workCenters: number
  readonly withTarget: number
}

/** What one work center made, and its output by unit when its unit ever changed. */
export type MadeOutput = {
  readonly workCenter: Pick<WorkCenter, 'measurementUnit'>
  readonly sums: Pick<RecordSums, 'output'>
  readonly units: readonly (OutputCount & { readonly unit: string })[]
  readonly target: number | null
}

/** Returns output and targets by unit (domain.md E-55, E-56). A target counts in the present unit, and not for time in which the unit changed. */
export function outputsOf(members: readonly MadeOutput[]): UnitOutput[] {
  return [...Map.groupBy(members.flatMap(byUnit), ({ unit }) => unit)].map(([unit, own]) => {
    const output = own.reduce((sum, { count }) => addCounts(sum, count), NO_OUTPUT)
    const targeted = own.filter(({ target }) => target !== null)
    return {
      unit,
      ...output,
      target: targeted.length === 0 ? null : targeted.reduce((sum, { target }) => sum + (target ?? 0), 0),
      targetedAccepted: targeted.reduce((sum, { count }) => sum + count.accepted, 0),
      workCenters: own.length,
      withTarget: targeted.length,
    }
  })
}

type Made = { readonly unit: string; readonly count: OutputCount; readonly target: number | null }

function byUnit({ workCenter, sums, units, target }: MadeOutput): Made[] {
  const present = workCenter.measurementUnit
  if (units.length === 0) return [{ unit: present, count: sums.output, target }]
  const isSame = units.every(({ unit }) => unit === present)
  return [...Map.groupBy(units, ({ unit }) => unit)].map(([unit, own]) => ({
    unit,
    count: own.reduce((sum, { total, accepted, rejected }) => addCounts(sum, { total, accepted, rejected }), NO_OUTPUT),
    target: isSame ? target : null,
  }))
}
