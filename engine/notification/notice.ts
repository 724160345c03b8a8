import type { Episode } from './condition.ts'
import type { AudienceChoice } from './escalation.ts'
import type { Severity } from './notificationType.ts'

/** What is told of a work center without a rule as long as it is so: as it stands in the tables, not by statuses (domain.md AL-21). */
export const NOTICE_TYPES = ['INTEGRATION_ATTENTION', 'LATE_DATA', 'ORDER_REACHED', 'PREPAID_ENDING', 'UNKNOWN'] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

/**
 * Why an integration needs somebody: its runs failed, messages wait for a person, orders in progress are over in the other system, or one that was cancelled
 * here is open there.
 */
export const INTEGRATION_CAUSES = ['CANCELLED', 'ENDED', 'FAILED', 'MESSAGES'] as const
export type IntegrationCause = (typeof INTEGRATION_CAUSES)[number]

/** Something that is so at the work center since an instant (ms UTC). */
export type Notice = {
  readonly type: NoticeType
  /** What it is about: the id of an order, the start of a shift, a day, an integration and its cause. */
  readonly about: string
  /** What is watched for itself: of integrations the cause, of late data who confirmed the shift, empty = nobody is known. */
  readonly subject: string | null
  /** A name that its sentence tells. */
  readonly name: string | null
  readonly count: number | null
  readonly since: number
}

/** Prepaid time is told of from so many days before its end until so many after it. */
export const PREPAID_TOLD_DAYS = { before: 30, after: 7 } as const
/** Late data of a confirmed shift are told until somebody took care of it, or so many days after the shift. */
export const LATE_DATA_DAYS = 14
/** Output that another system did not answer for so long needs somebody, though it is still tried: it holds up its shift. */
export const UNANSWERED_HOURS = 24
/** A sensor that nobody knows is told of until so many hours passed without it. */
export const UNKNOWN_SENSOR_HOURS = 24

/** Returns the episodes of the notices of one type and subject, each for itself; what is so no longer has none. */
export function noticeEpisodes(notices: readonly Notice[], { type, subject }: Pick<Notice, 'subject' | 'type'>): readonly Episode[] {
  return notices
    .filter((one) => one.type === type && one.subject === subject)
    .map(({ since, about }) => ({ since, until: null, counted: [{ start: since, end: Infinity }], about }))
    .toSorted((left, right) => left.since - right.since || (left.about < right.about ? -1 : 1))
}

const ADMINISTRATORS: AudienceChoice = { targetAudience: 'ROLES', identifiers: ['ADMIN'] }

/**
 * Returns who is told of notices of the type and subject, and how grave they are. What administrators are sent an e-mail of anyway (ST-2, IN-16) stands in the
 * inbox alone unless somebody wants more.
 */
export function noticePolicy({ type, subject }: Pick<Notice, 'subject' | 'type'>): {
  readonly audience: AudienceChoice
  readonly severity: Severity
} {
  switch (type) {
    case 'ORDER_REACHED':
      return { audience: { targetAudience: 'ROLES', identifiers: ['ADMIN', 'USER', 'OPERATOR'] }, severity: 'INFO' }
    case 'LATE_DATA':
      return {
        audience: subject === null || subject === '' ? ADMINISTRATORS : { targetAudience: 'USERS', identifiers: [subject] },
        severity: 'INFO',
      }
    case 'INTEGRATION_ATTENTION':
      return { audience: ADMINISTRATORS, severity: subject === 'FAILED' || subject === 'CANCELLED' ? 'INFO' : 'WARNING' }
    case 'PREPAID_ENDING':
      return { audience: ADMINISTRATORS, severity: 'INFO' }
    case 'UNKNOWN':
      return { audience: ADMINISTRATORS, severity: 'WARNING' }
  }
}
