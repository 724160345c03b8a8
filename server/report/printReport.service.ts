import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import type { Language } from '#engine/user/language.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import { dateAt, daysBetween, periodOf } from '#engine/time/statPeriod.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import { countUnfinished, insertRun, listRuns } from './report.store.ts'
import { reportRun } from './reportRuns.service.ts'
import type { ReportRun } from './reportRuns.service.ts'
import { hasContent } from './reportContent.ts'
import { orderFile } from './orderFile.ts'
import { reportRequest } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'
import { insertDeliveries } from './delivery.store.ts'

export const REPORT_PERIOD_TYPES = ['DAY', 'MONTH', 'PERIOD', 'WEEK'] as const
export type ReportPeriodType = (typeof REPORT_PERIOD_TYPES)[number]

/** What a person asks for; instants in UTC ms, `end` not included. */
export type Print = {
  readonly type: ReportType
  readonly format: ReportFormat
  readonly language: Language
  readonly period: { readonly start: number; readonly end: number | null; readonly type: ReportPeriodType | null }
  /** Those that the person may see; null = all of the company. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Whether it tells what became of checklists. */
  readonly hasChecklists?: boolean
  /** Of a view of analytics: what it is called, and its query parameters. */
  readonly view?: { readonly name: string; readonly search: string }
  /** Whether it is also sent to the person. */
  readonly isMailed?: boolean
}

export type Asker = { readonly userId: UserId; readonly name: string }

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>

/** Files of one person that may wait at a time. */
const MOST_WAITING = 5
const MAX_DAYS = 397
const ASK_AGAIN_MS = 200

/** Returns the id of the report that is being made for the person; null when there is nothing to tell. Refuses EXPORT_RUNS where five of the person wait. */
export async function requestPrint(inTenant: InTenant, { userId, name }: Asker, print: Print, now: number): Promise<string | null> {
  return await inTenant(async (tenant) => {
    const [only] = print.workCenterIds ?? []
    // Energy is of days of the company's clock, as its page is.
    const zone =
      print.type !== 'ENERGY' && print.workCenterIds?.length === 1 && only !== undefined
        ? await findPlantZone(tenant, only)
        : ((await findCompany(tenant))?.timeZone ?? 'UTC')
    const { from, to } = datesOf(print.period, zone)
    const { type, format, language, workCenterIds, hasChecklists = false, view } = print
    const request: ReportRequest = {
      type,
      format,
      language,
      from,
      to,
      shiftStart: null,
      workCenterIds: workCenterIds === null ? null : [...workCenterIds],
      zone,
      madeFor: name,
      ...(hasChecklists && { hasChecklists }),
      ...(view !== undefined && { view }),
    }
    if (!(await hasContent(tenant, request, now))) return null
    return await addRun(tenant, request, { userId, isMailed: print.isMailed ?? false })
  })
}

/** Returns a new report like the one that the person asked for before, of what `allowed` leaves of it; refuses FILE_NOT_FOUND for one of somebody else. */
export async function repeatPrint(
  inTenant: InTenant,
  { userId }: Pick<Asker, 'userId'>,
  id: string,
  allowed: (request: ReportRequest) => Promise<Omit<ReportRequest, 'workCenterIds'> & { readonly workCenterIds: readonly number[] | null }>,
): Promise<{ readonly id: string; readonly type: ReportType }> {
  const [run] = await inTenant((tenant) => listRuns(tenant, { userId, id, limit: 1 }))
  if (run === undefined) throw new Refusal({ code: 'FILE_NOT_FOUND', field: 'id' })
  const request = reportRequest.parse(await allowed(reportRequest.parse(run.request)))
  return { id: await inTenant((tenant) => addRun(tenant, request, { userId, isMailed: false })), type: request.type }
}

/** Returns the report once its file is there or will never be, or after the time, whichever is first. */
export async function waitForRun(
  inTenant: InTenant,
  { userId, id, waitMs }: { readonly userId: UserId; readonly id: string; readonly waitMs: number },
): Promise<ReportRun | null> {
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const [run] = await inTenant((tenant) => listRuns(tenant, { userId, id, limit: 1 }))
    const isOver = run === undefined || run.file !== null || run.jobState === 'FAILED' || run.jobState === 'CANCELLED'
    if (isOver || performance.now() >= giveUpAt) return run === undefined ? null : reportRun(run)
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

async function addRun(
  tenant: Tenant,
  request: ReportRequest,
  { userId, isMailed }: { readonly userId: UserId; readonly isMailed: boolean },
): Promise<string> {
  if ((await countUnfinished(tenant, userId)) >= MOST_WAITING) throw new Refusal({ code: 'EXPORT_RUNS' })
  const { runId, renderingId } = await insertRun(tenant, request, { userId, isMailed })
  if (isMailed) await insertDeliveries(tenant, runId, [userId], { state: 'WAITING', renderingId })
  await orderFile(tenant, { renderingId, request, userId })
  return runId
}

/** Whole shift dates of the zone: those that the instants touch, or the day, week or month that holds the first. */
function datesOf({ start, end, type }: Print['period'], zone: string): DateRange {
  const first = dateAt(zone, start)
  const kind = type ?? (end === null ? 'DAY' : 'PERIOD')
  if (kind !== 'PERIOD') return periodOf(kind, first)
  if (end === null || end <= start) throw new Refusal({ code: 'INVALID_PERIOD', field: 'periodEnd', params: { maxDays: MAX_DAYS } })
  const dates = { from: first, to: periodOf('DAY', dateAt(zone, end - 1)).to }
  if (daysBetween(dates.from, dates.to) > MAX_DAYS)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'periodEnd', params: { maxDays: MAX_DAYS } })
  return dates
}
