/** What happens in a company that others act on: each kind is written where it is decided, in the same transaction. */
export const EVENT_KINDS = [
  'CHECKLIST_ANSWERED',
  'CHECKLIST_DEVIATION',
  'CHECKLIST_MISSED',
  'SETTINGS_CHANGED',
  'SHIFT_CONFIRMED',
  'SHIFT_ENDED',
  'SHIFT_REOPENED',
  'SILENCE_BEGAN',
  'SILENCE_ENDED',
  'STATUS_CHANGED',
  'STOP_BEGAN',
  'STOP_CLASSIFIED',
  'STOP_ENDED',
  'TASKS_CHANGED',
  'WORK_REQUEST_CHANGED',
  'WORK_REQUEST_MOVED',
  'WORK_REQUEST_OPENED',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Late data may move what happened, or show that it never did: the event is corrected or withdrawn under the same key. */
export const EVENT_CHANGES = ['CORRECTED', 'HAPPENED', 'WITHDRAWN'] as const
export type EventChange = (typeof EVENT_CHANGES)[number]

/** What is known of an event beside its time, flat: what it is about is read again where more is needed. */
export type EventPayload = Readonly<Record<string, string | number | boolean | null>>
