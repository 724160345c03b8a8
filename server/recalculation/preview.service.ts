import type { OeeIssue, OeeTerms, OutputSegment, StatusInterval } from '#engine/facts.ts'
import type { CompanyId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { calendarOf } from '#engine/time/calendar.ts'
import type { OutputConfirmation } from '#engine/jobOrder/jobRun.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { findCheckpoint } from '#server/ingest/derive/stateWriter.ts'
import { outsideOf } from '#server/ingest/facts/frozenShifts.ts'
import { loadSetups, setupSince } from '#server/ingest/setupStore.ts'
import { workCenterKey } from '#server/ingest/setup/setupQuery.ts'
import { Refusal } from '#server/refusal.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import { foldTwice } from './foldTwice.ts'
import type { IngestPort } from './ingestPort.ts'
import type { PreviewFold } from './foldTwice.ts'
import { countStatusLosses } from './previewInputs.store.ts'

/** What a preview needs of the server. */
export type PreviewDeps = {
  readonly database: Pick<Database, 'pool' | 'inTenant'>
  readonly readSamples: SampleReader
  /** Readings that are not in their chunks yet, by sensor, in any order; absent where ingest runs elsewhere. */
  readonly ingest?: Pick<IngestPort, 'unsealed'>
  readonly now: () => number
}

/** Time of the previewed period in one status, in ms. */
export type PreviewedStatus = { readonly kind: StatusKind; readonly statusRuleId: StatusRuleId | null; readonly ms: number }

/** The OEE record of a shift that overlaps the period; a confirmed one is shown as it was confirmed. */
export type PreviewedShift = {
  readonly shift: ShiftInstance
  readonly isConfirmed: boolean
  readonly terms: OeeTerms
  /** Ms a unit; null = no reference speed, or several. */
  readonly idealCycleMs: number | null
  readonly issues: readonly OeeIssue[]
}

export type PreviewResult = {
  /** Ascending, clipped to the period and to the present; nothing before the first sample. */
  readonly timeline: readonly StatusInterval[]
  /** Longest first. */
  readonly statuses: readonly PreviewedStatus[]
  readonly shifts: readonly PreviewedShift[]
  /** Pieces of losses of source STATUS that overlap the period. */
  readonly lossCount: number
  /** Output segments of unconfirmed shifts as they were folded, from before the period to past its end, and the confirmations that were read for them. */
  readonly outputs: readonly OutputSegment[]
  readonly confirmations: readonly OutputConfirmation[]
}

/** Half-open `[start, end)` in UTC ms, at most 31 days. */
export type PreviewPeriod = { readonly start: number; readonly end: number }

/** Returns another setup and leaves the given one as it is. */
export type SetupChange = (setup: WorkCenterSetup) => WorkCenterSetup

export type Preview = { readonly before: PreviewResult; readonly after: PreviewResult }

type Frozen = { readonly shifts: readonly StoredShift[]; readonly statuses: readonly StoredStatus[]; readonly lossCount: number }

const MAX_DAYS = 31
/** More shifts than a month can have. */
const MAX_SHIFTS = 1_000

/**
 * Returns the period with the present setup and with the changed one, by the same fold over the same samples; saves nothing. Refuses a period of
 * more than 31 days, and a work center without a device (domain.md E-42, ARCHITECTURE.md, rule 1).
 */
export async function previewSetup(
  deps: PreviewDeps,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  change: SetupChange,
  period: PreviewPeriod,
): Promise<Preview> {
  if (period.end <= period.start || period.end - period.start > MAX_DAYS * DAY_MS) {
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_DAYS } })
  }
  const ref = { companyId, workCenterId }
  const checkpoint = await findCheckpoint(deps.database.pool, ref, period.start)
  const since = checkpoint === null ? 0 : setupSince(checkpoint.state, checkpoint.start)
  const loaded = (await loadSetups(deps.database.pool, [{ ...ref, since }])).get(workCenterKey(ref))
  if (loaded === undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id: workCenterId } })
  const after = change(loaded.setup)
  const [first, second] = await foldTwice(deps, [loaded.setup, after], checkpoint, endOf(loaded.setup, after, period, deps.now()))
  const frozen = await frozenIn(deps, ref, period)
  const shown = { start: period.start, end: Math.min(period.end, deps.now()) }
  return { before: resultOf(first, frozen, shown), after: resultOf(second, frozen, shown) }
}

/** Shifts are shown whole, including decisions that fall after their end. */
function endOf(before: WorkCenterSetup, after: WorkCenterSetup, period: PreviewPeriod, now: number): number {
  const ends = [before, after].map((setup) => {
    const { shift, end } = calendarOf(setup.schedule).windowAt(period.end - 1)
    return shift === null ? period.end : end
  })
  return Math.min(now, Math.max(...ends) + DAY_MS)
}

async function frozenIn(
  { database }: PreviewDeps,
  { companyId, workCenterId }: { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId },
  period: PreviewPeriod,
): Promise<Frozen> {
  return database.inTenant(companyId, async (tenant) => {
    const stored = await listShifts(tenant, { ids: null, workCenterIds: [workCenterId], ...period }, MAX_SHIFTS)
    const shifts = stored.filter((one) => one.storedStatus === 'CONFIRMED').toReversed()
    const windows = shifts.map(({ shift }) => ({
      workCenterId,
      start: Math.max(shift.start, period.start),
      end: Math.min(shift.end, period.end),
    }))
    const counts = await Promise.all(windows.map(({ start, end }) => countStatusLosses(tenant, workCenterId, start, end)))
    return { shifts, statuses: await listStatusesIn(tenant, windows), lossCount: counts.reduce((sum, count) => sum + count, 0) }
  })
}

function resultOf(fold: PreviewFold, frozen: Frozen, shown: PreviewPeriod): PreviewResult {
  const ranges = frozen.shifts.map(({ shift }) => ({ start: shift.start, end: shift.end }))
  const facts = outsideOf(fold.facts, fold.setup, new Map([[workCenterKey(fold.setup), ranges]]))
  const overlaps = (one: { readonly start: number; readonly end: number | null }): boolean =>
    one.start < shown.end && (one.end ?? Infinity) > shown.start
  const timeline = [...facts.statuses, ...frozen.statuses.map(asInterval)]
    .filter(overlaps)
    .map((one) => ({ ...one, start: Math.max(one.start, shown.start), end: Math.min(one.end ?? Infinity, shown.end) }))
    .toSorted((a, b) => a.start - b.start)
  const records = facts.shifts.filter((record) => overlaps(record.shift)).map((record) => ({ ...record, isConfirmed: false }))
  const confirmed = frozen.shifts.map((record) => ({ ...record, isConfirmed: true }))
  return {
    timeline,
    statuses: totalsOf(timeline),
    shifts: [...records, ...confirmed].map(shownShift).toSorted((a, b) => a.shift.start - b.shift.start),
    lossCount: facts.losses.filter((loss) => loss.source === 'STATUS' && overlaps(loss)).length + frozen.lossCount,
    outputs: facts.outputs,
    confirmations: fold.setup.jobs.confirmations,
  }
}

function asInterval({ start, end, kind, statusRuleId }: StoredStatus): StatusInterval {
  return { start, end, kind, statusRuleId, cause: null }
}

function shownShift({ shift, isConfirmed, terms, idealCycleMs, issues }: PreviewedShift): PreviewedShift {
  return { shift, isConfirmed, terms, idealCycleMs, issues }
}

function totalsOf(
  timeline: readonly { start: number; end: number; kind: StatusKind; statusRuleId: StatusRuleId | null }[],
): PreviewedStatus[] {
  const byStatus = Map.groupBy(timeline, ({ kind, statusRuleId }) => `${kind} ${statusRuleId ?? ''}`)
  return [...byStatus.values()]
    .flatMap((all) => {
      const [first] = all
      const ms = all.reduce((sum, one) => sum + one.end - one.start, 0)
      return first === undefined ? [] : [{ kind: first.kind, statusRuleId: first.statusRuleId, ms }]
    })
    .toSorted((a, b) => b.ms - a.ms)
}
