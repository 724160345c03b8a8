import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { restatement } from '#engine/report/restated.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { listRevisions, type ConfirmedRecord } from '#server/shift/shiftRevision.store.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'
import type { ReportRequest } from './reportRequest.ts'

type Revision = {
  readonly workCenterId: WorkCenterId
  readonly shiftStart: number
  readonly revision: number
  readonly confirmedOn: Date
  readonly confirmedBy: UserId | null
  readonly reopenReason: string | null
  readonly record: ConfirmedRecord
}

/**
 * Returns the shifts of reports before that were confirmed again since, and of a shift report its own ones at each time, with their figures then and now,
 * by whom and why; null where there are none.
 */
export async function restatedTable(
  tenant: Tenant,
  { restated, type, workCenterIds }: Pick<ReportRequest, 'restated' | 'type' | 'workCenterIds'>,
  { rows, names, people }: { readonly rows: readonly ReportRow[]; readonly names: ReportNames; readonly people: PeopleNames },
): Promise<ReportTable | null> {
  const own = type === 'SHIFT' ? await ownRestatements(tenant, rows) : []
  const told = new Set(own.map(({ after }) => keyOf(after.figures)))
  const earlier = restated === undefined ? [] : byShift(await listReported(tenant, { ...restated, workCenterIds }))
  const found = [
    ...own,
    ...earlier
      .filter(([one]) => one !== undefined && !told.has(keyOf(one)))
      .flatMap((revisions) => restatement(revisions.map(confirmedAs), restated?.since ?? 0) ?? []),
  ]
  if (found.length === 0) return null
  await people.learn(found.map(({ after }) => after.figures.confirmedBy))
  const { sheets, columns } = names.texts
  const title = (text: string, when: string): string => `${text} ${when}`
  return {
    name: sheets.restated,
    columns: [
      { title: columns.workCenter, kind: 'text' },
      { title: columns.shift, kind: 'text' },
      { title: columns.shiftDate, kind: 'date' },
      { title: title(columns.oee, columns.before), kind: 'percent' },
      { title: title(columns.oee, columns.after), kind: 'percent' },
      { title: title(columns.accepted, columns.before), kind: 'number' },
      { title: title(columns.accepted, columns.after), kind: 'number' },
      { title: columns.revision, kind: 'number' },
      { title: columns.confirmedBy, kind: 'text' },
      { title: columns.why, kind: 'text' },
    ],
    rows: found.map(({ before: { figures: before }, after: { figures: after } }) => [
      names.workCenter(after.workCenterId),
      names.named(after.record.name),
      after.record.shift.shiftDate,
      percent(before.record.kpis.oee),
      percent(after.record.kpis.oee),
      roundUnits(before.record.terms.output.accepted),
      roundUnits(after.record.terms.output.accepted),
      after.revision,
      people.name(after.confirmedBy),
      before.reopenReason,
    ]),
  }
}

const keyOf = ({ workCenterId, shiftStart }: Revision): string => `${workCenterId}/${shiftStart}`
const byShift = (revisions: readonly Revision[]): readonly (readonly Revision[])[] => [...Map.groupBy(revisions, keyOf).values()]

/** Each confirmation of the shifts after their first, with the one before it. */
async function ownRestatements(tenant: Tenant, rows: readonly ReportRow[]) {
  const again = rows.filter(({ record }) => record.revision > 1)
  if (again.length === 0) return []
  const keys = again.map(({ record }) => ({ workCenterId: record.workCenterId, start: record.shift.start }))
  return byShift(await listRevisions(tenant, keys)).flatMap((revisions) =>
    revisions.slice(1).flatMap((after, at) => {
      const before = revisions[at]
      return before === undefined ? [] : [{ before: confirmedAs(before), after: confirmedAs(after) }]
    }),
  )
}

const confirmedAs = (one: Revision) => ({ revision: one.revision, at: one.confirmedOn.getTime(), figures: one })

async function listReported(
  { tx, companyId }: Tenant,
  { from, to, workCenterIds }: { readonly from: string; readonly to: string; readonly workCenterIds: readonly number[] | null },
): Promise<readonly Revision[]> {
  const { rows } = await sql<Revision>`
    select v.work_center_id as "workCenterId", v.shift_start_at as "shiftStart", v.revision, v.confirmed_on as "confirmedOn",
      v.confirmed_by as "confirmedBy", v.reopen_reason as "reopenReason", v.record
    from shift s join shift_revision v on v.company_id = s.company_id and v.work_center_id = s.work_center_id and v.shift_start_at = s.start_at
    where s.company_id = ${companyId} and s.shift_date >= ${from}::date and s.shift_date < ${to}::date and s.revision > 1
      and (${workCenterIds}::int[] is null or s.work_center_id = any(${workCenterIds}::int[]))
    order by v.shift_start_at, v.work_center_id, v.revision`.execute(tx)
  return rows
}
