import type { ChecklistFrequency } from '#engine/checklist/checklist.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { listFigured } from '#server/checklist/figures.store.ts'
import { lookAtChecklists } from '#server/checklist/lookAtChecklists.service.ts'
import { pageOccurrences } from '#server/checklist/occurrence.store.ts'
import type { OccurrenceFilter } from '#server/checklist/occurrence.store.ts'
import type { Database } from '#server/db/database.ts'
import { listLastMeasured } from '#server/checklist/submission.store.ts'
import { listToldRuns } from '#server/notification/attention.store.ts'

/** A Monday at 22:00 of Warsaw: all of its runs but those of the night were due. */
export const NOW = Date.UTC(2026, 4, 4, 20)
const DAY_START = NOW - 16 * HOUR_MS

/** Returns how often the checklist of the number is asked: all six frequencies take turns. */
export function frequencyOf(number: number): ChecklistFrequency {
  const sources = ['REGULAR_INTERVALS', 'DAILY_SCHEDULE', 'QUANTITY_PRODUCED', 'STATUS', 'REASON', 'LOSS_REASON'] as const
  return {
    source: sources[number % sources.length] ?? 'DAILY_SCHEDULE',
    everyMs: (60 + (number % 4) * 30) * MINUTE_MS,
    everyUnits: 500,
    resetAtShiftStart: number % 2 === 0,
    resetAtProductChangeover: false,
    pauseDuringDowntime: number % 3 === 0,
    allowManualActivation: true,
    statusRuleId: null,
    reasonId: null,
    showAfterMs: (number % 5) * 5 * MINUTE_MS,
    showAfterUnit: 'MINUTES',
    showAt: ['06:30', '10:00', '14:30', '18:00', '22:30'],
  }
}

/** Writes a company with so many work centers and checklists, asked everywhere by the clock; each wants a measured value, and tells that it deviates. */
export async function generateChecklists(
  { pool }: Pick<Database, 'pool'>,
  companyId: CompanyId,
  { checklists, places }: { readonly checklists: number; readonly places: number },
): Promise<void> {
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [companyId])
  await pool.query(
    `insert into work_center (company_id, name, status_source) select $1, 'Cell ' || n, 'POWER' from generate_series(1, $2::int) n`,
    [companyId, places],
  )
  await pool.query(
    `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values
     ($1, 0, 'Europe/Warsaw', 1, 'A', 'Early', '06:00', '14:00'), ($1, 0, 'Europe/Warsaw', 2, 'B', 'Late', '14:00', '22:00'),
     ($1, 0, 'Europe/Warsaw', 3, 'C', 'Night', '22:00', '06:00')`,
    [companyId],
  )
  await pool.query(
    `insert into checklist (company_id, name, is_active, active_from) select $1, 'Round ' || n, true, $3 from generate_series(1, $2::int) n`,
    [companyId, checklists, DAY_START],
  )
  const task = {
    key: 'p',
    description: 'Pressure',
    type: 'MEASUREMENT',
    min: 4,
    max: 6,
    onDeviation: 'NOTIFY',
    options: [],
    expectedOptions: [],
  }
  const definition = { tasks: [task], instructions: null, answerWithinMs: null, signatureRequired: false }
  for (const isOdd of [0, 1])
    await pool.query(
      `insert into checklist_version (company_id, checklist_id, version, definition, created_on)
       select company_id, id, 1, $2::jsonb, now() from checklist where company_id = $1 and id % 2 = $3`,
      [companyId, JSON.stringify({ ...definition, frequency: { ...frequencyOf(isOdd), pauseDuringDowntime: false } }), isOdd],
    )
}

/** Writes so many days of answered, missed and skipped runs before the last day, and vacuums. */
export async function copyRunsIntoThePast({ pool }: Pick<Database, 'pool'>, companyId: CompanyId, days: number): Promise<number> {
  for (let day = 1; day <= days; day++)
    await pool.query(
      `insert into checklist_occurrence (company_id, checklist_id, checklist_version, work_center_id, source, anchor, number, due_at, closes_at, shift_start_at,
         state, merged_count, merged_until, result, submitted_at)
       select company_id, checklist_id, checklist_version, work_center_id, source, anchor - $2::int8, number, due_at - $2::int8, closes_at - $2::int8,
         shift_start_at - $2::int8, case when id % 9 = 0 then 'MISSED' else 'DONE' end, 1, merged_until - $2::int8,
         case when id % 9 = 0 then null when id % 20 = 0 then 'DEVIATION' else 'OK' end, case when id % 9 = 0 then null else due_at - $2::int8 + 600000 end
       from checklist_occurrence where company_id = $1 and due_at >= $3::int8`,
      [companyId, day * DAY_MS, DAY_START],
    )
  await pool.query(
    `insert into checklist_submission (company_id, occurrence_id, kind, answers, result, deviations, submitted_by, submitted_at, received_at, answers_hash)
     select company_id, id, 'FIRST', '[{"taskKey": "p", "number": 5}]', result,
       case when result = 'DEVIATION' then array['p'] else '{}' end, gen_random_uuid(), due_at + 600000, due_at + 600000, 'x'
     from checklist_occurrence where company_id = $1 and state = 'DONE'`,
    [companyId],
  )
  const { rows } = await pool.query<{ count: string }>('select count(*) from checklist_occurrence')
  return Number(rows[0]?.count)
}

/** Brings the runs up to the instant, as is done each minute. */
export async function lookAt(database: Database, companyId: CompanyId, now: number): Promise<void> {
  await lookAtChecklists({ database, ingest: { settle: () => Promise.resolve() } }, companyId, now)
}

/** Returns how many runs the page of fifty has. */
export async function countRuns(database: Database, companyId: CompanyId, filter: OccurrenceFilter, page = 1): Promise<number> {
  return await database.inTenant(companyId, async (tenant) => (await pageOccurrences(tenant, filter, { page, size: 50 })).items.length)
}

/** Reads what figures of a month are made of; returns how many runs that are. */
export async function readFigures(
  database: Database,
  companyId: CompanyId,
  workCenterIds: readonly WorkCenterId[] | null,
): Promise<number> {
  const filter = { checklistIds: null, workCenterIds, period: { start: NOW - 31 * DAY_MS, end: NOW } }
  return await database.inTenant(companyId, async (tenant) => (await listFigured(tenant, filter)).length)
}

/** Reads what is told of the runs of a work center since the instant; returns how many runs that are. */
export async function readTold(database: Database, companyId: CompanyId, workCenterId: WorkCenterId): Promise<number> {
  return await database.inTenant(
    companyId,
    async (tenant) => (await listToldRuns(tenant, [{ workCenterId, since: NOW }])).get(workCenterId)?.length ?? 0,
  )
}

/** Reads what was measured the last time before the newest run of the work center, as who answers it does; returns of how many runs there is something. */
export async function readLastMeasured(database: Database, companyId: CompanyId, workCenterId: WorkCenterId): Promise<number> {
  return await database.inTenant(companyId, async (tenant) => {
    const { items } = await pageOccurrences(tenant, { workCenterIds: [workCenterId] }, { page: 1, size: 1 })
    return (await listLastMeasured(tenant, items)).filter((found) => found.length > 0).length
  })
}
