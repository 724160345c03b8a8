import type { WorkCenterId } from '#engine/ids.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import { addSums, NO_SUMS } from '#engine/oee/recordSums.ts'
import { lostKindOf, worthOfMinute, type LostKind, type WorthOfMinute } from '#engine/oee/worthOfMinute.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import type { ReportCell, ReportColumn } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'

/** What one minute less in each shift would have been worth at a work center, by the kind of loss (domain.md S-90): points of OEE, and good units a shift. */
export type MinuteWorths = ReadonlyMap<WorkCenterId, Readonly<Record<LostKind, WorthOfMinute>>>

type Stops = { readonly reasonId: Parameters<ReportNames['reason']>[0] | null; readonly classification: Classification }

/** Returns what a minute is worth at each work center of the shifts. They are never added: a group is not a line. */
export function minuteWorthsOf(rows: readonly ReportRow[]): MinuteWorths {
  return new Map(
    [...Map.groupBy(rows, ({ workCenter }) => workCenter.id)].map(([id, own]) => {
      const cycles = new Set(own.map(({ record }) => record.idealCycleMs))
      const [cycleMs = null, ...others] = cycles
      const sums = own.reduce((sum, { stat }) => addSums(sum, stat.sums), NO_SUMS)
      const switches = own[0]?.workCenter
      const worth = worthOfMinute({ sums, ...(switches && { switches }) }, others.length > 0 ? null : cycleMs)
      const ofAll = ({ points, units }: WorthOfMinute): WorthOfMinute => ({ points: points === null ? null : points * own.length, units })
      return [
        id,
        {
          EXCLUDED: ofAll(worth.EXCLUDED),
          QUALITY: ofAll(worth.QUALITY),
          SMALL_STOP: ofAll(worth.SMALL_STOP),
          SPEED: ofAll(worth.SPEED),
          STOP: ofAll(worth.STOP),
        },
      ]
    }),
  )
}

/** Returns the columns of what a minute less of a row is worth. */
export function worthColumns({ texts: { columns } }: ReportNames): readonly ReportColumn[] {
  return [columns.minutePoints, columns.minuteUnits].map((title) => ({ title, kind: 'number' }))
}

/** Returns their cells for stops at a work center; empty where nobody can say, as of stops that need no reason. */
export function worthCells(worths: MinuteWorths, id: WorkCenterId | null, stops: Stops, { reason }: ReportNames): readonly ReportCell[] {
  const known = stops.reasonId === null ? null : reason(stops.reasonId)
  const worth = id === null || stops.classification === 'NOT_NEEDED' ? undefined : worths.get(id)
  if (worth === undefined) return [null, null]
  const { points, units } = worth[lostKindOf('STATUS', known === null ? null : { ...known, includeInOee: known.includeInOeeCalculation })]
  return [percent(points), units === null ? null : Math.round(units * 100) / 100]
}
