import type { Problem } from '#engine/result.ts'
import { MAX_DELAY_SECONDS, MAX_REMIND_MINUTES, MIN_DELAY_SECONDS, MIN_REMIND_MINUTES } from '#engine/task/taskForm.ts'
import type { PlanFieldsFragment } from '#web/api/generated/graphql.ts'

/** A plan as its form keeps it; `workCenters` is the text of the ids, ascending, empty for all. */
export type PlanValues = {
  readonly isActive: boolean
  readonly delaySeconds: string
  readonly workCenters: string
  readonly teamId: string
  readonly blocksShift: boolean
  /** Minutes; '' = nobody is reminded. */
  readonly remindAfter: string
}

/** Returns the plan as its form keeps it. */
export function valuesOf({
  isActive,
  delaySeconds,
  workCenterIds,
  teamId,
  blocksShift,
  remindAfterMinutes,
}: PlanFieldsFragment): PlanValues {
  return {
    isActive,
    delaySeconds: String(delaySeconds),
    workCenters: textOfIds(workCenterIds),
    teamId: teamId ?? '',
    blocksShift,
    remindAfter: String(remindAfterMinutes ?? ''),
  }
}

/** Returns what is wrong with the numbers of a plan, each with its legal range. */
export function problemsOfValues({ delaySeconds, remindAfter }: Pick<PlanValues, 'delaySeconds' | 'remindAfter'>): readonly Problem[] {
  const whole = (field: string, text: string, min: number, max: number): readonly Problem[] =>
    /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
      ? []
      : [{ code: 'VALUE_OUT_OF_RANGE', field, params: { value: text, min, max } }]
  return [
    ...whole('delaySeconds', delaySeconds, MIN_DELAY_SECONDS, MAX_DELAY_SECONDS),
    ...(remindAfter.trim() === '' ? [] : whole('remindAfter', remindAfter, MIN_REMIND_MINUTES, MAX_REMIND_MINUTES)),
  ]
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
    remindAfter: typed.remindAfter === before.remindAfter ? stored.remindAfter : typed.remindAfter,
  }
}
