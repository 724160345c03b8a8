/** What an administrator does so that figures appear, in this order (U-28). */
export const FIRST_STEPS = ['workCenter', 'statuses', 'shifts', 'reasons', 'people'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

type WorkCenter = { readonly deviceId?: string | null | undefined; readonly statusRules: readonly unknown[] }

/** Returns where a step is done: statuses in the settings of the first work center that has none. Null until there is one. */
export function stepPath(step: FirstStep, state: Pick<State, 'workCenters'>): string | null {
  if (step !== 'statuses') return STEP_PATHS[step]
  const first = state.workCenters.find(({ deviceId, statusRules }) => deviceId != null && statusRules.length === 0)
  return first === undefined ? null : `/boxes/${first.deviceId}/settings?tab=statuses`
}

const STEP_PATHS: Record<Exclude<FirstStep, 'statuses'>, string> = {
  workCenter: '/addbox',
  shifts: '/shifts',
  reasons: '/loss-reasons',
  people: '/users',
}

type State = {
  readonly workCenters: readonly WorkCenter[]
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
