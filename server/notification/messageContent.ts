import type { UserId } from '#engine/ids.ts'
import { areTooFew, commonCauses } from '#engine/notification/commonCause.ts'
import type { CommonCause } from '#engine/notification/commonCause.ts'
import { linesOf } from '#engine/notification/messageLines.ts'
import type { Telling } from '#engine/notification/messages.ts'
import type { Tenant } from '#server/db/database.ts'
import type { EmailContent } from '#server/mail/emailKind.ts'
import { groupParams, namesText, singleParams } from './notificationWords.ts'
import type { Worded } from './notificationWords.ts'
import { clockOf } from './plainTimes.ts'
import { listToldOpen } from './receipt.store.ts'

/** A notification that is told in a message. */
type Said = Worded & { readonly notificationId: string }
export type MessageGroup = CommonCause<Telling & { readonly workCenter: string }>

/**
 * Returns the group that holds all that is told, with what was told before and goes on; null = there is none, one alone is told, or something else, too
 * (domain.md AL-11).
 */
export async function groupOfAll(tenant: Tenant, userId: UserId, said: readonly Said[], now: number): Promise<MessageGroup | null> {
  if (new Set(said.map(({ notificationId }) => notificationId)).size < 2) return null
  const told = await listToldOpen(tenant, userId, [...new Set(said.map(({ type }) => type))])
  if (areTooFew(told)) return null
  const ids = new Set(said.map(({ notificationId }) => notificationId))
  const groups = commonCauses(told, now).filter(({ members }) => members.some(({ notificationId }) => ids.has(notificationId)))
  const tellings = told.filter(({ notificationId }) => ids.has(notificationId))
  const { lines } = linesOf({ at: now, severity: 'INFO', tellings, groups, withheld: 0 })
  return lines.length === 1 && lines[0]?.kind === 'GROUP' ? (groups[0] ?? null) : null
}

type Asked = {
  readonly group: MessageGroup | null
  /** How many were held back before. */
  readonly withheld: number
  readonly now: number
  readonly linkOf: (one: Said | null) => string
}

/** Returns what a message says: one notification, a group with what may have caused it, or how many and where. */
export function messageContent([first, ...others]: readonly [Said, ...Said[]], { group, withheld, now, linkOf }: Asked): EmailContent {
  if (group !== null && withheld === 0) {
    const open = group.members.filter(({ until }) => until === null || until > now)
    const names = [...new Set(open.map(({ workCenter }) => workCenter))]
    const params = {
      cause: causeOf(group),
      count: String(new Set(open.map(({ workCenterId }) => workCenterId)).size),
      since: clockOf(group.since, first.zone, now),
      workCenters: namesText(names),
    }
    return { kind: 'NOTIFICATION_GROUP', params: { ...params, link: linkOf(null) } }
  }
  if (others.length === 0 && withheld === 0) return { kind: 'NOTIFICATION', params: { ...singleParams(first, now), link: linkOf(first) } }
  return { kind: 'NOTIFICATIONS', params: { ...groupParams([first, ...others], withheld), link: linkOf(null) } }
}

function causeOf({ guess, type }: CommonCause): 'NETWORK' | 'OTHER' | 'POWER' | 'STOP' {
  return guess ?? (type === 'STATUS_DURATION' ? 'STOP' : 'OTHER')
}
