import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { distributeOutput, fillShares } from './distributeOutput.ts'
import type { PostingSegment } from './postingSegments.ts'
import { roundUnits } from './outputCount.ts'
import { remainingOutput } from './remainingOutput.ts'

/** Units of one type that a person confirms together, into one container or batch. */
export type PostedBatch = { readonly type: 'ACCEPTED' | 'REJECTED'; readonly units: number }

/** Why so many units were rejected. */
export type PostedReason = { readonly reasonId: number; readonly units: number; readonly comment: string | null }

/** A row of a posting: units of a batch, by its index, in one segment; null = at the instant of the act. */
export type PlannedRow = {
  readonly batch: number
  readonly segment: PostingSegment | null
  readonly type: 'ACCEPTED' | 'REJECTED'
  readonly units: number
  /** What the device registered of the type and nobody confirmed before; of several rows of a segment the last has the rest. */
  readonly sensorValue: number
}

/** A reason of rejects in one segment. */
export type PlannedReason = PostedReason & { readonly segment: PostingSegment | null }

export type PlannedPosting = {
  readonly segments: readonly PostingSegment[]
  readonly rows: readonly PlannedRow[]
  readonly reasons: readonly PlannedReason[]
}

/**
 * Returns the postings that an act makes (domain.md O-3, O-7): one over all its segments, or one of each where a segment is confirmed once. Units are
 * shared out over the segments; batches and reasons fill the shares in their order. A closing act has a row in each of its segments.
 */
export function planPostings(
  batches: readonly PostedBatch[],
  reasons: readonly PostedReason[],
  segments: readonly PostingSegment[],
  how: { readonly type: WorkCenterType; readonly isOneEach: boolean; readonly isClosing: boolean },
): readonly PlannedPosting[] {
  const places: readonly (PostingSegment | null)[] = segments.length === 0 ? [null] : segments
  const unitsOf = (type: PostedBatch['type']) => batches.reduce((sum, batch) => (batch.type === type ? sum + batch.units : sum), 0)
  const units = { accepted: unitsOf('ACCEPTED'), rejected: unitsOf('REJECTED') }
  const shares =
    segments.length === 0
      ? [units]
      : distributeOutput(
          units,
          segments.map((segment) => ({ ...segment, remaining: remainingOutput(segment) })),
          how.type,
        )
  const rowsOf = (type: PostedBatch['type'], room: readonly number[]): PlannedRow[] => {
    const own = batches.flatMap((batch, index) => (batch.type === type ? [{ ...batch, index }] : []))
    const parts = fillShares(
      own.map((batch) => batch.units),
      room,
    )
    return parts.flatMap(({ whole, share, units: part }): PlannedRow[] => {
      return [{ batch: own[whole]?.index ?? 0, segment: places[share] ?? null, type, units: part, sensorValue: 0 }]
    })
  }
  const rejectedShares = shares.map(({ rejected }) => rejected)
  const rows = [
    ...rowsOf(
      'ACCEPTED',
      shares.map(({ accepted }) => accepted),
    ),
    ...rowsOf('REJECTED', rejectedShares),
  ]
  const said = fillShares(
    reasons.map((reason) => reason.units),
    rejectedShares,
  ).flatMap(({ whole, share, units: part }): PlannedReason[] => {
    const reason = reasons[whole]
    return reason === undefined ? [] : [{ ...reason, units: part, segment: places[share] ?? null }]
  })
  const closing = how.isClosing ? segments.filter((segment) => rows.every((row) => row.segment !== segment)).map(closingRow) : []
  const all = withSensorValues([...rows, ...closing])
  if (!how.isOneEach || segments.length < 2) return [{ segments, rows: all, reasons: said }]
  return segments
    .map((segment) => ({
      segments: [segment],
      rows: all.filter((row) => row.segment === segment),
      reasons: said.filter((reason) => reason.segment === segment),
    }))
    .filter((posting) => posting.rows.length > 0)
}

/** Nothing more of the segment comes, and nothing of it was confirmed in this act. */
function closingRow(segment: PostingSegment): PlannedRow {
  return { batch: 0, segment, type: 'ACCEPTED', units: 0, sensorValue: 0 }
}

function withSensorValues(rows: readonly PlannedRow[]): readonly PlannedRow[] {
  return rows.map((row, index) => {
    const { segment, type } = row
    if (segment === null) return row
    const others = rows.filter((other) => other !== row && other.segment === segment && other.type === type)
    if (rows.findLastIndex((other) => other.segment === segment && other.type === type) !== index) return { ...row, sensorValue: row.units }
    const waiting = remainingOutput(segment)[type === 'ACCEPTED' ? 'accepted' : 'rejected']
    return { ...row, sensorValue: others.reduce((rest, { units }) => Math.max(0, roundUnits(rest - units)), waiting) }
  })
}
