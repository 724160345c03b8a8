import type { LossTotals } from '#engine/loss/lossPareto.ts'
import { changedShifts, figureNamed } from '#engine/report/provenFigure.ts'
import type { ChangedShift, ProvenFigure } from '#engine/report/provenFigure.ts'
import type { Tenant } from '#server/db/database.ts'
import { totalLosses } from '#server/loss/lossList.store.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { Refusal } from '#server/refusal.ts'
import { lossesOf } from '../reportContent.ts'
import { readRecords } from '../reportRecords.ts'
import { reportRequest } from '../reportRequest.ts'
import type { ReportRequest } from '../reportRequest.ts'
import { countChangedStops, findProof, listReopenReasons } from './proof.store.ts'
import type { StoredProof } from './proof.store.ts'
import { factorOf, lostFigures, provenShift } from './provenFigures.ts'

/** A shift of a figure that reads differently now, with its record and why it was opened again. */
export type ToldChange = ChangedShift & { readonly row: ReportRow | null; readonly reopenReason: string | null }

/** A figure of a report as it was told and as it is now (Y-8). */
export type ReportFigure = {
  readonly figure: ProvenFigure
  readonly request: ReportRequest
  readonly madeAt: Date
  /** Percent of a factor, ms of stopped time; null = undefined. */
  readonly told: number | null
  readonly now: number | null
  /** Shifts that it is made of now, and how many of them were not confirmed when it was told. */
  readonly shifts: number
  readonly openThen: number
  readonly changes: readonly ToldChange[]
  /** Of stopped time: how many stops people changed since. */
  readonly changedStops: number | null
}

/** Who asks: whether they may read the report, and which of the work centers they see; null = all. */
export type FigureReader = {
  readonly mayRead: (request: ReportRequest) => boolean
  readonly visible: ReadonlySet<number> | null
}

/**
 * Returns the figure of the file then and now, worked out again from the same shifts in the same way. Who may not read all that the file tells gets what a file
 * that does not exist gets.
 */
export async function reportFigure(
  inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>,
  reader: FigureReader,
  { id, name, now }: { readonly id: string; readonly name: string; readonly now: number },
): Promise<ReportFigure | null> {
  const proof = await inTenant((tenant) => findProof(tenant, id))
  if (proof === null) return null
  const figure = figureNamed(name)
  if (figure === null) throw new Refusal({ code: 'INVALID_FORMAT', field: 'figure', params: { example: 'OEE.7' } })
  const request = reportRequest.parse(proof.request)
  if (!reader.mayRead(request) || !seesAll(reader, request.workCenterIds)) return null
  const told = toldBy(proof, figure, name)
  if (told === undefined) return null
  return await inTenant((tenant) => compared(tenant, { figure, proof, request, told, now }))
}

async function compared(
  tenant: Tenant,
  {
    figure,
    proof,
    request,
    told,
    now,
  }: {
    readonly figure: ProvenFigure
    readonly proof: StoredProof
    readonly request: ReportRequest
    readonly told: number | null
    readonly now: number
  },
): Promise<ReportFigure> {
  const { from, to } = request
  const place = figure.factor === 'LOST' ? null : figure.workCenterId
  const shiftStart = (figure.factor === 'LOST' ? null : figure.shiftStart) ?? request.shiftStart
  const workCenterIds = place === null ? request.workCenterIds : [place]
  const rows = await readRecords(tenant, { workCenterIds, dates: { from, to }, shiftStart, now })
  const before = proof.shifts.filter(
    (shift) => (place === null || shift.workCenterId === place) && (shiftStart === null || shift.start === shiftStart),
  )
  const changed = changedShifts(before, rows.map(provenShift))
  const reasons = await listReopenReasons(
    tenant,
    changed.flatMap(({ before: one }) => one ?? []),
  )
  const same = (one: { readonly workCenterId: number; readonly start: number }, other: ChangedShift) => {
    const shift = other.after ?? other.before
    return shift !== null && shift.workCenterId === one.workCenterId && shift.start === one.start
  }
  return {
    figure,
    request,
    madeAt: proof.madeAt,
    told,
    now: figure.factor === 'LOST' ? await lostNow(tenant, request, { figure, rows, now }) : factorOf(rows, figure.factor),
    shifts: rows.length,
    openThen: before.filter(({ status }) => status !== 'CONFIRMED').length,
    changes: changed.map((one) => ({
      ...one,
      row: rows.find(({ record }) => same({ workCenterId: record.workCenterId, start: record.shift.start }, one)) ?? null,
      reopenReason: reasons.find((reason) => same(reason, one))?.reason ?? null,
    })),
    changedStops:
      figure.factor === 'LOST'
        ? await countChangedStops(tenant, { from, to, workCenterIds: request.workCenterIds, since: proof.madeAt })
        : null,
  }
}

async function lostNow(
  tenant: Tenant,
  request: ReportRequest,
  {
    figure,
    rows,
    now,
  }: { readonly figure: ProvenFigure & { readonly factor: 'LOST' }; readonly rows: readonly ReportRow[]; readonly now: number },
): Promise<number> {
  const shiftInstanceIds = request.shiftStart === null ? null : rows.map(({ record }) => record.id)
  const totals = await totalLosses(tenant, { ...lossesOf(request), source: 'STATUS', shiftInstanceIds }, now)
  return lostFigures(totals.filter((row) => isOf(row, figure.reason)))['LOST'] ?? 0
}

function isOf({ reasonId, classification }: LossTotals, reason: (ProvenFigure & { readonly factor: 'LOST' })['reason']): boolean {
  return reason === null || (reasonId === null ? classification === reason : reasonId === reason)
}

/** A single shift stands among the shifts of the proof. */
function toldBy(proof: StoredProof, figure: ProvenFigure, name: string): number | null | undefined {
  if (figure.factor === 'LOST' || figure.shiftStart === null) return proof.figures[name]
  if (figure.factor !== 'OEE') return undefined
  return proof.shifts.find(({ workCenterId, start }) => workCenterId === figure.workCenterId && start === figure.shiftStart)?.oee
}

/** Of all work centers a file tells only to those who see all. */
function seesAll({ visible }: FigureReader, ids: readonly number[] | null): boolean {
  return visible === null || (ids !== null && ids.every((id) => visible.has(id)))
}
