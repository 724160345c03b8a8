import { MINUTE_MS } from '#engine/time/durations.ts'
import { RETRY_PAUSES_MS } from './outboxPlan.ts'

/** Where an integration stands (domain.md IN-4). */
export const INTEGRATION_STATUSES = ['CONNECTED', 'DISABLED', 'FAILED', 'PROCESSING', 'SETTING_UP'] as const
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number]

/** What can happen to an integration. A work is a check, a setup or a run; `RETRY` and `RECONFIGURE` are the two answers to a failure. */
export const INTEGRATION_EVENTS = [
  'DELETED',
  'DISABLED',
  'ENABLED',
  'FAILED_FOR_GOOD',
  'FAILED_FOR_NOW',
  'RECONFIGURED',
  'RESTORED',
  'RETRIED',
  'RUN_BEGAN',
  'SAVED',
  'SAVED_UNCHECKED',
  'SETUP_BEGAN',
  'SUCCEEDED',
] as const
export type IntegrationEvent = (typeof INTEGRATION_EVENTS)[number]

/** What goes on in an integration that is PROCESSING: a failed run is tried again, a failed setup is not. */
export type IntegrationWork = 'RUN' | 'SETUP'

export type IntegrationState = {
  readonly status: IntegrationStatus
  /** null while nothing goes on. */
  readonly work: IntegrationWork | null
  /** Failures in a row that may pass by themselves. */
  readonly failures: number
  /** False for one that was saved without the check of its connection, until something works. */
  readonly isChecked: boolean
  readonly isDeleted: boolean
}

/** So many failures in a row that may pass by themselves end the runs. */
export const MOST_FAILURES = 5

/** Returns how long the next run waits after so many failures in a row, in ms: the pause of runs, or a longer one of messages (domain.md IN-4). */
export function pauseAfterFailure({ failures, everyMinutes }: { readonly failures: number; readonly everyMinutes: number }): number {
  return Math.max(everyMinutes * MINUTE_MS, RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length) - 1] ?? 0)
}

type Move = (state: IntegrationState) => Partial<IntegrationState> | null

const setUp: Move = () => ({ status: 'PROCESSING', work: 'SETUP' })
const stay: Move = () => ({})
const disable: Move = () => ({ status: 'DISABLED', failures: 0 })
const remove: Move = () => ({ isDeleted: true, status: 'DISABLED', failures: 0 })
const fail: Move = () => ({ status: 'FAILED', work: null })

/** A failed run is one of several that are allowed, a failed setup is the end of it. */
const failForNow: Move = (state) => {
  const failures = state.failures + 1
  return state.work === 'SETUP' || failures >= MOST_FAILURES
    ? { status: 'FAILED', work: null, failures }
    : { status: 'CONNECTED', work: null, failures }
}

/** What each event does in each status; what is not here is refused. */
const MOVES: Readonly<Record<IntegrationStatus, Readonly<Partial<Record<IntegrationEvent, Move>>>>> = {
  SETTING_UP: {
    SAVED: stay,
    SAVED_UNCHECKED: () => ({ status: 'CONNECTED', isChecked: false }),
    SETUP_BEGAN: setUp,
    DISABLED: disable,
    DELETED: remove,
  },
  PROCESSING: {
    SUCCEEDED: () => ({ status: 'CONNECTED', work: null, failures: 0, isChecked: true }),
    FAILED_FOR_GOOD: fail,
    FAILED_FOR_NOW: failForNow,
  },
  CONNECTED: {
    SAVED: stay,
    SAVED_UNCHECKED: () => ({ isChecked: false }),
    RUN_BEGAN: () => ({ status: 'PROCESSING', work: 'RUN' }),
    SETUP_BEGAN: setUp,
    RECONFIGURED: () => ({ status: 'SETTING_UP' }),
    // A message that was refused with its connection, not alone.
    FAILED_FOR_GOOD: fail,
    DISABLED: disable,
    DELETED: remove,
  },
  FAILED: {
    SAVED: () => ({ status: 'SETTING_UP', failures: 0 }),
    SAVED_UNCHECKED: () => ({ status: 'CONNECTED', isChecked: false, failures: 0 }),
    RETRIED: () => ({ status: 'PROCESSING', work: 'SETUP', failures: 0 }),
    RECONFIGURED: () => ({ status: 'SETTING_UP', failures: 0 }),
    SETUP_BEGAN: () => ({ status: 'PROCESSING', work: 'SETUP', failures: 0 }),
    DISABLED: disable,
    DELETED: remove,
  },
  DISABLED: {
    SAVED: stay,
    SAVED_UNCHECKED: () => ({ isChecked: false }),
    SETUP_BEGAN: setUp,
    ENABLED: setUp,
    DELETED: remove,
  },
}

/** The state of an integration that was just made. */
export const NEW_INTEGRATION: IntegrationState = {
  status: 'SETTING_UP',
  work: null,
  failures: 0,
  isChecked: true,
  isDeleted: false,
}

/** Returns the state after the event, or null where the event is not legal (domain.md IN-4). A deleted integration can only be restored. */
export function integrationAfter(state: IntegrationState, event: IntegrationEvent): IntegrationState | null {
  if (state.isDeleted || event === 'RESTORED')
    return state.isDeleted && event === 'RESTORED' ? { ...state, isDeleted: false, status: 'DISABLED', work: null } : null
  const change = MOVES[state.status][event]?.(state) ?? null
  return change === null ? null : { ...state, ...change }
}
