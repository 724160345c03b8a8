import type { CommonCause, ToldNotification } from './commonCause.ts'
import { areTooFew, commonCauses } from './commonCause.ts'
import { afterMessage, goesOutAt, isWithinCap, NOTHING_SENT, SOUND_CAP } from './gathering.ts'
import type { Severity } from './notificationType.ts'
import { worseOf } from './notificationType.ts'
import type { Preference } from './preference.ts'
import { heldUntil } from './preference.ts'

/** What somebody is to be told; `at` = from when on, before quiet hours and gathering. */
export type Telling = ToldNotification & { readonly severity: Severity }

/** All that one person is told at one instant. */
export type Message = {
  readonly at: number
  readonly severity: Severity
  readonly tellings: readonly Telling[]
  /** Groups that tellings of this message belong to, with members that were told before. */
  readonly groups: readonly CommonCause<Telling>[]
  /** How many were not told since the last message, because of the cap. */
  readonly withheld: number
}

export type PersonMessages = {
  readonly messages: readonly Message[]
  /** In the inbox alone: over before it could be told. */
  readonly ended: readonly Telling[]
  /** In the inbox alone: above the cap. */
  readonly withheld: readonly Telling[]
}

/** How somebody wants to be told. */
export type Listening = { readonly preference: Preference; readonly zone: string }
/** A telling at the end of quiet hours or a pause. */
type Released = { readonly telling: Telling; readonly at: number }

/**
 * Returns the messages of one person: what is held by quiet hours and pauses is told in one at their end as far as it goes on, the rest is gathered, and above
 * the cap it stands in the inbox (domain.md AL-11 to AL-13). The same in whichever order the tellings are given.
 */
export function messagesOf(tellings: readonly Telling[], listening: Listening): PersonMessages {
  const queue = tellings.map((telling): Released => ({ telling, at: releasedAt(telling, listening) })).toSorted(inOrder)
  const hasGroups = !areTooFew(tellings)
  const messages: Message[] = []
  const ended: Telling[] = []
  const withheld: Telling[] = []
  let gathering = NOTHING_SENT
  let waiting: Released[] = []
  let outAt = Infinity
  let unsaid = 0
  let soundsAt: readonly number[] = []
  for (let place = 0; place < queue.length || waiting.length > 0;) {
    const next = queue[place]
    if (next !== undefined && next.at <= outAt) {
      outAt = Math.min(outAt, goesOutAt(gathering, { at: next.at, severity: next.telling.severity }))
      waiting.push(next)
      place++
      continue
    }
    const at = outAt
    const { open: still, over } = openAt(waiting, at)
    ended.push(...over.map(({ telling }) => telling))
    waiting = [...still]
    outAt = Math.min(...still.map((one) => goesOutAt(gathering, { at: one.at, severity: one.telling.severity })))
    // What made it go out so early is over: the others wait for their window. Math.min of nothing is Infinity.
    if (outAt > at) continue
    const hasWaited = still.some((one) => one.at < at)
    const open = latestOf(still)
    waiting = []
    outAt = Infinity
    const severity = open.reduce<Severity>((worst, one) => worseOf(worst, one.severity), 'INFO')
    if (!isWithinCap(soundsAt, { at, severity })) {
      withheld.push(...open)
      unsaid += open.length
      continue
    }
    const groups = hasGroups ? groupsWith(open, { told: queue.slice(0, place), at }) : []
    messages.push({ at, severity, tellings: open, groups, withheld: unsaid })
    if (severity !== 'URGENT') soundsAt = [...soundsAt, at].slice(-SOUND_CAP.sounds)
    gathering = afterMessage(gathering, { at, hasWaited })
    unsaid = 0
  }
  return { messages, ended, withheld }
}

/** What goes on at the instant, and what is over and only stands in the inbox. */
function openAt(waiting: readonly Released[], at: number): { readonly open: readonly Released[]; readonly over: readonly Released[] } {
  const isOpen = ({ telling: { until } }: Released) => until === null || until > at
  return { open: waiting.filter(isOpen), over: waiting.filter((one) => !isOpen(one)) }
}

/** Each notification once, as severe as it is by now. */
function latestOf(released: readonly Released[]): readonly Telling[] {
  return [...new Map(released.map(({ telling }) => [telling.notificationId, telling])).values()]
}

function releasedAt({ at, severity }: Telling, { preference, zone }: Listening): number {
  return heldUntil(preference, { zone, severity, now: at })?.until ?? at
}

function groupsWith(open: readonly Telling[], { told, at }: { readonly told: readonly Released[]; readonly at: number }) {
  const ids = new Set(open.map(({ notificationId }) => notificationId))
  const known = told.map((one) => ({ ...one.telling, at: one.at }))
  return commonCauses(known, at).filter(({ members }) => members.some(({ notificationId }) => ids.has(notificationId)))
}

function inOrder(a: Released, b: Released): number {
  return a.at - b.at || a.telling.at - b.telling.at || (a.telling.notificationId < b.telling.notificationId ? -1 : 1)
}
