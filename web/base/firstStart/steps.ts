/** What an administrator does so that figures appear, in this order (U-28). */
export const FIRST_STEPS = ['workCenter', 'statuses', 'shifts', 'reasons', 'people'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Where a step is done; null for one that is done on the page of each work center. */
export const STEP_PATHS: Record<FirstStep, string | null> = {
  workCenter: '/addbox',
  statuses: null,
  shifts: '/shifts',
  reasons: '/loss-reasons',
  people: '/users',
}

type State = {
  readonly workCenters: readonly { readonly statusRules: readonly unknown[] }[]
  readonly shiftSchedules: readonly unknown[]
  readonly lossReasons: readonly unknown[]
  readonly users: readonly unknown[]
  readonly invitations: readonly unknown[]
}

/** Returns the steps that are done, by what the company has. */
export function doneSteps(state: State): ReadonlySet<FirstStep> {
  const isDone: Record<FirstStep, boolean> = {
    workCenter: state.workCenters.length > 0,
    statuses: state.workCenters.some(({ statusRules }) => statusRules.length > 0),
    shifts: state.shiftSchedules.length > 0,
    reasons: state.lossReasons.length > 0,
    people: state.users.length > 1 || state.invitations.length > 0,
  }
  return new Set(FIRST_STEPS.filter((step) => isDone[step]))
}
