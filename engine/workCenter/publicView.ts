import type { OutputCount } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { publicLook } from '#engine/loss/stopLook.ts'
import type { PublicLook } from '#engine/loss/stopLook.ts'
import type { LiveWorkCenter } from './liveWorkCenter.ts'

/** Settings of a work center on its public page; they stay while the figures move. */
export type PublicFrame = {
  readonly name: string
  readonly timeZone: string
  readonly unit: { readonly code: string; readonly shortName: string }
  /** In percent; null = none set. */
  readonly targets: {
    readonly oee: number | null
    readonly availability: number | null
    readonly performance: number | null
    readonly quality: number | null
  }
}

type LiveStatus = NonNullable<LiveWorkCenter['status']>
type LiveOee = NonNullable<LiveWorkCenter['oee']>

/**
 * A work center as on its public page (G-25): no ids, people, comments or loss reasons, only whether a stop has one. Ratios are fractions of 1, null = undefined; instants are
 * UTC ms.
 */
export type PublicView = PublicFrame & {
  readonly serverTime: number
  readonly lastSampleAt: number | null
  readonly status:
    | (Pick<LiveStatus, 'kind' | 'noDataCause' | 'name' | 'color' | 'isEffective' | 'isScheduledLoss' | 'since'> & {
        readonly look: PublicLook | null
      })
    | null
  readonly shift: { readonly name: string; readonly start: number; readonly end: number } | null
  readonly oee: Pick<LiveOee, 'oee' | 'availability' | 'performance' | 'quality'> | null
  readonly output: (OutputCount & { readonly targetToDate: number | null; readonly targetFullShift: number | null }) | null
}

/** A stretch of the shift in one status, `[start, end)` in UTC ms; `end` null = it goes on. */
export type PublicRun = {
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly color: string | null
  /** Whether its stop has a reason; null of what is no stop. */
  readonly look: PublicLook | null
}

/** First answer of the page, repeated when its stream begins. */
export type PublicPage = { readonly view: PublicView; readonly strip: readonly PublicRun[] }

/** The events of a page's stream: figures, statuses of the shift, a sign of life, and why it ends: access was closed, or the server goes for a moment. */
export const PUBLIC_EVENTS = { view: 'view', strip: 'strip', beat: 'beat', closed: 'closed', restart: 'restart' } as const

export type PublicEnd = typeof PUBLIC_EVENTS.closed | typeof PUBLIC_EVENTS.restart

/** Returns the public fields of a work center. Each is listed, so that new fields of the live view stay private. */
export function publicViewOf(frame: PublicFrame, live: LiveWorkCenter | null, serverTime: number): PublicView {
  const { status, stop, shift, oee, output } = live ?? { status: null, stop: null, shift: null, oee: null, output: null }
  return {
    name: frame.name,
    timeZone: frame.timeZone,
    unit: { code: frame.unit.code, shortName: frame.unit.shortName },
    targets: { ...frame.targets },
    serverTime,
    lastSampleAt: live?.lastSampleAt ?? null,
    status: status && {
      kind: status.kind,
      noDataCause: status.noDataCause,
      name: status.name,
      color: status.color,
      isEffective: status.isEffective,
      isScheduledLoss: status.isScheduledLoss,
      since: status.since,
      look: publicLook(stop?.look ?? null, stop?.reasonId != null),
    },
    shift: shift && { name: shift.name, start: shift.start, end: shift.end },
    oee: oee && { oee: oee.oee, availability: oee.availability, performance: oee.performance, quality: oee.quality },
    output: output && {
      total: output.total,
      accepted: output.accepted,
      rejected: output.rejected,
      targetToDate: output.targetToDate,
      targetFullShift: output.targetFullShift,
    },
  }
}
