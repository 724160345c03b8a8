import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { areTooFew, commonCauses } from '#engine/notification/commonCause.ts'
import type { CommonCause } from '#engine/notification/commonCause.ts'
import { linesOf } from '#engine/notification/messageLines.ts'
import type { Telling } from '#engine/notification/messages.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import type { Language } from '#engine/user/language.ts'
import type { Tenant } from '#server/db/database.ts'
import type { EmailContent } from '#server/mail/emailKind.ts'
import { wordsOf } from '#server/mail/renderEmail.ts'
import { namesText, singleParams } from './notificationWords.ts'
import type { Worded } from './notificationWords.ts'
import { clockOf } from './plainTimes.ts'
import { listToldOpen } from './receipt.store.ts'

/** A notification that is told in a message. */
type Said = Worded & { readonly notificationId: string; readonly workCenterId: WorkCenterId; readonly severity: Severity }
export type MessageGroup = CommonCause<Telling & { readonly workCenter: string }>

/** Returns the groups of what is told, with what was told before and goes on; none where one alone is told (domain.md AL-11). */
export async function groupsOf(tenant: Tenant, userId: UserId, said: readonly Said[], now: number): Promise<readonly MessageGroup[]> {
  const ids = new Set(said.map(({ notificationId }) => notificationId))
  if (ids.size < 2) return []
  const told = await listToldOpen(tenant, userId, [...new Set(said.map(({ type }) => type))])
  if (areTooFew(told)) return []
  return commonCauses(told, now).filter(({ members }) => members.some(({ notificationId }) => ids.has(notificationId)))
}

type Asked = {
  readonly language: Language
  readonly groups: readonly MessageGroup[]
  /** How many were held back before; they may be over or taken by now. */
  readonly withheld: number
  readonly now: number
  readonly linkOf: (one: Said | null) => string
}

/**
 * Returns what a message says: one notification, a group with what may have caused it, or each of several in a line, groups first, then the most severe, and
 * how many more there are. Beside each of them stands how many were held back before.
 */
export function messageContent(said: readonly [Said, ...Said[]], { language, groups, withheld, now, linkOf }: Asked): EmailContent {
  const held = { withheld: withheld === 0 ? '' : String(withheld) }
  const tellings = said.map(({ notificationId, workCenterId, type, since, severity }): Telling => ({
    notificationId,
    type,
    since,
    severity,
    workCenterId: String(workCenterId),
    until: null,
    at: now,
    isOff: false,
  }))
  const bySaid = new Map(said.map((one) => [one.notificationId, one]))
  const { lines, more } = linesOf({ at: now, severity: 'INFO', tellings, groups, withheld })
  const contents = lines.flatMap((line): readonly EmailContent[] => {
    if (line.kind === 'GROUP') return [groupContent(line.group, { zone: said[0].zone, now, link: linkOf(null) })]
    const one = bySaid.get(line.telling.notificationId)
    return one === undefined ? [] : [{ kind: 'NOTIFICATION', params: { ...singleParams(one, language, now), link: linkOf(one) } }]
  })
  const [only, ...others] = contents
  if (only !== undefined && others.length === 0 && more === 0) {
    if (only.kind === 'NOTIFICATION') return { kind: only.kind, params: { ...only.params, ...held } }
    if (only.kind === 'NOTIFICATION_GROUP') return { kind: only.kind, params: { ...only.params, ...held } }
  }
  const [line1 = '', line2 = '', line3 = '', line4 = '', line5 = ''] = contents.map((content) => wordsOf(content, language).title)
  return {
    kind: 'NOTIFICATIONS',
    params: {
      ...held,
      count: String(bySaid.size),
      workCenters: namesText([...new Set(said.map(({ workCenter }) => workCenter))]),
      line1,
      line2,
      line3,
      line4,
      line5,
      more: more === 0 ? '' : String(more),
      link: linkOf(null),
    },
  }
}

type Place = { readonly zone: string; readonly now: number; readonly link: string }

function groupContent(group: MessageGroup, { zone, now, link }: Place): EmailContent {
  const open = group.members.filter(({ until }) => until === null || until > now)
  const params = {
    cause: causeOf(group),
    count: String(new Set(open.map(({ workCenterId }) => workCenterId)).size),
    since: clockOf(group.since, zone, now),
    workCenters: namesText([...new Set(open.map(({ workCenter }) => workCenter))]),
    withheld: '',
  }
  return { kind: 'NOTIFICATION_GROUP', params: { ...params, link } }
}

function causeOf({ guess, type }: CommonCause): 'NETWORK' | 'OTHER' | 'POWER' | 'STOP' {
  return guess ?? (type === 'STATUS_DURATION' ? 'STOP' : 'OTHER')
}
