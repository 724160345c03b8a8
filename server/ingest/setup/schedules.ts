import { effectiveExceptions, effectiveSchedule, withExceptions } from '#engine/shift/effectiveSchedule.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { versionsOf } from '#server/shift/scheduleRows.ts'
import type { ScheduleRow } from '#server/shift/scheduleRows.ts'
import { ASKED, askedValues, rowsByWorkCenter, workCenterKey } from './setupQuery.ts'
import type { OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

const IS_ASKED = (alias: string): string =>
  `exists (select from ${ASKED} where ${alias}.company_id = asked.company_id and ${alias}.work_center_id in (0, asked.id))`

const VERSIONS = `
select s.company_id, s.work_center_id, s.valid_from, s.time_zone, s.shift_date_rule, s.shift_id, s.code, s.name, s.time_start, s.time_end, s.weekdays
from shift_schedule s where ${IS_ASKED('s')}
union all
select e.company_id, e.work_center_id, e.valid_from, e.time_zone, 'START', null, '', '', '', '', '{}'
from shift_schedule_end e where ${IS_ASKED('e')}
order by company_id, work_center_id, valid_from, time_start, shift_id`

const EXCEPTIONS = `
select x.company_id, x.work_center_id, x.exception_date as date, x.is_working as "isWorking"
from shift_exception x where ${IS_ASKED('x')} order by x.company_id, x.work_center_id, x.exception_date`

type ExceptionRow = OwnedRow & { date: string; isWorking: boolean }

/** Returns the schedules that hold for the work centers: their own or their company's, with holidays and extra days (domain.md S-40, S-48). */
export async function loadSchedules(
  queries: Queries,
  asked: readonly WorkCenterRef[],
): Promise<(ref: WorkCenterRef) => readonly ShiftScheduleVersion[]> {
  const versions = await rowsByWorkCenter<OwnedRow & ScheduleRow>(queries, VERSIONS, askedValues(asked))
  const exceptions = await rowsByWorkCenter<ExceptionRow>(queries, EXCEPTIONS, askedValues(asked))
  const exceptionsOf = (key: string) => (exceptions.get(key) ?? []).map(({ date, isWorking }) => ({ date, isWorking }))
  return (ref) => {
    const own = workCenterKey(ref)
    const company = `${ref.companyId}/0`
    return withExceptions(
      effectiveSchedule(versionsOf(versions.get(own) ?? []), versionsOf(versions.get(company) ?? [])),
      effectiveExceptions(exceptionsOf(own), exceptionsOf(company)),
    )
  }
}
