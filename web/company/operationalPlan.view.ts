import type { PlanFieldsFragment } from '#web/api/generated/graphql.ts'

/** A plan as its form keeps it; `workCenters` is the text of the ids, ascending, empty for all. */
export type PlanValues = {
  readonly isActive: boolean
  readonly delaySeconds: string
  readonly workCenters: string
  readonly teamId: string
  readonly blocksShift: boolean
}

/** Returns the plan as its form keeps it. */
export function valuesOf({ isActive, delaySeconds, workCenterIds, teamId, blocksShift }: PlanFieldsFragment): PlanValues {
  return { isActive, delaySeconds: String(delaySeconds), workCenters: textOfIds(workCenterIds), teamId: teamId ?? '', blocksShift }
}

/** Returns the ids of the text. */
export function idsOf(workCenters: string): readonly number[] {
  return workCenters === '' ? [] : workCenters.split(',').map(Number)
}

/** Returns the text of the ids, the same for the same ids in any order. */
export function textOfIds(ids: readonly number[]): string {
  return [...ids].toSorted((left, right) => left - right).join(',')
}

/** Returns the values of the form once somebody else stored others: what was changed here stays, the rest is as it is stored now. */
export function mergedValues(typed: PlanValues, before: PlanValues, stored: PlanValues): PlanValues {
  return {
    isActive: typed.isActive === before.isActive ? stored.isActive : typed.isActive,
    delaySeconds: typed.delaySeconds === before.delaySeconds ? stored.delaySeconds : typed.delaySeconds,
    workCenters: typed.workCenters === before.workCenters ? stored.workCenters : typed.workCenters,
    teamId: typed.teamId === before.teamId ? stored.teamId : typed.teamId,
    blocksShift: typed.blocksShift === before.blocksShift ? stored.blocksShift : typed.blocksShift,
  }
}
