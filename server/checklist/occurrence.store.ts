import { sql } from 'kysely'
import type { ChecklistClock } from '#engine/checklist/checklist.ts'
import type { ChecklistAnswer, ChecklistResult } from '#engine/checklist/checklistTask.ts'
import type { NewOccurrence, OccurrenceChange, OccurrenceState, StoredOccurrence } from '#engine/checklist/occurrencePlan.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, ItemId, UserId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { boundedPage } from '#server/db/boundedPage.ts'
import type { PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { isSwitchedOff } from '#server/extension/extension.store.ts'

/** What a person answered until somebody else went on with it; `seenAt` = when they answered last, ms UTC. */
export type LeftDraft = { readonly by: UserId; readonly seenAt: number; readonly answers: readonly ChecklistAnswer[] }

/** An occurrence with all that is stored of it but what was handed in. Instants in ms UTC. */
export type Occurrence = StoredOccurrence & {
  readonly checklistId: number
  readonly version: number
  readonly workCenterId: WorkCenterId
  readonly itemId: ItemId | null
  readonly isFoundLate: boolean
  readonly shiftStart: number | null
  readonly draft: readonly ChecklistAnswer[]
  /** Accounts of stations at which the one who answers it answered. */
  readonly draftVia: readonly UserId[]
  /** What others answered before it was taken over from them, one of each person. */
  readonly leftDrafts: readonly LeftDraft[]
  readonly startedBy: UserId | null
  readonly startedAt: number | null
  /** When it was answered last. */
  readonly seenAt: number | null
  /** Whom it was given to; others may answer it too. */
  readonly assignedTo: UserId | null
  readonly skippedBy: UserId | null
  readonly skipReason: string | null
  /** null = it was not, or before that was kept. */
  readonly skippedAt: number | null
  /** Of the submission that counts. */
  readonly result: ChecklistResult | null
  readonly submittedBy: UserId | null
  readonly submittedAt: number | null
  readonly receivedAt: number | null
}

type Row = Omit<Occurrence, 'subject'> & { readonly subjectStart: number | null; readonly subjectEnd: number | null }

const COLUMNS = sql`o.id, o.checklist_id as "checklistId", o.checklist_version as version, o.work_center_id as "workCenterId", o.item_id as "itemId", o.source,
  o.anchor, o.number, o.subject_start as "subjectStart", o.subject_end as "subjectEnd", o.due_at as "dueAt", o.closes_at as "closesAt",
  o.shift_start_at as "shiftStart", o.state, o.merged_count as "mergedCount", o.merged_until as "mergedUntil", o.is_found_late as "isFoundLate",
   o.is_reason_gone as "isReasonGone", o.draft, o.draft_via as "draftVia", o.left_drafts as "leftDrafts", o.started_by as "startedBy", o.started_at as "startedAt", o.seen_at as "seenAt",
   o.assigned_to as "assignedTo", o.skipped_by as "skippedBy", o.skip_reason as "skipReason", o.skipped_at as "skippedAt", s.result, s.submitted_by as "submittedBy", s.submitted_at as "submittedAt",
  s.received_at as "receivedAt"`
/** What counts is the first that was handed in, or the last correction of it. */
const COUNTING = sql`left join lateral (select s.* from checklist_submission s where s.company_id = o.company_id and s.occurrence_id = o.id
  and s.kind in ('FIRST', 'CORRECTION') order by s.id desc limit 1) s on true`

export type OccurrenceFilter = {
  readonly checklistIds?: readonly number[] | null
  /** null = of all work centers. */
  readonly workCenterIds: readonly number[] | null
  readonly states?: readonly OccurrenceState[] | null
  readonly result?: ChecklistResult | null
  /** By when they were due. */
  readonly period?: Interval | null
}

/** Returns a page of occurrences, the one due last first. */
export async function pageOccurrences(
  tenant: Tenant,
  filter: OccurrenceFilter,
  range: PageRange,
): Promise<{ readonly items: readonly Occurrence[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const query = tenant.tx
    .selectFrom('checklist_occurrence')
    .where('company_id', '=', tenant.companyId)
    .$if(filter.workCenterIds !== null, (q) => q.where('work_center_id', 'in', [asId<WorkCenterId>(0), ...ids(filter.workCenterIds)]))
    .$if(filter.checklistIds != null, (q) => q.where('checklist_id', 'in', [0, ...(filter.checklistIds ?? [])]))
    .$if(filter.states != null, (q) => q.where('state', 'in', [...(filter.states ?? [])]))
    .$if(filter.period != null, (q) => q.where('due_at', '>=', filter.period?.start ?? 0).where('due_at', '<', filter.period?.end ?? 0))
    .$if(filter.result != null, (q) => q.where('result', '=', filter.result ?? null))
    .select('id')
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
  const page = await boundedPage(tenant.tx, query, range)
  const found = new Map(
    (
      await findOccurrences(
        tenant,
        page.items.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  return { ...page, items: page.items.flatMap(({ id }) => found.get(id) ?? []) }
}

/** Returns the occurrences that were due in each of the stretches of work centers, by when they were due: one statement, however many. */
export async function listDueWithin(
  tenant: Tenant,
  stretches: readonly (Interval & { readonly workCenterId: WorkCenterId })[],
): Promise<readonly Occurrence[]> {
  const { rows } = await sql<Row>`select ${COLUMNS}
    from unnest(${stretches.map((one) => one.workCenterId)}::int[], ${stretches.map((one) => one.start)}::int8[], ${stretches.map((one) => one.end)}::int8[])
      as w (id, start_at, end_at)
    join checklist_occurrence o on o.work_center_id = w.id and o.due_at >= w.start_at and o.due_at < w.end_at
    ${COUNTING} where o.company_id = ${tenant.companyId} order by o.due_at, o.id`.execute(tenant.tx)
  return rows.map(occurrenceOf)
}

/** Beyond this no stop has records, so none that a checklist followed began so long before. */
const REACH_MS = 31 * DAY_MS

/** Returns the occurrences that were due because of stops within `[start, end)` at the work center (end null = it goes on), by when they were due. */
export async function listBecauseOfStop(
  tenant: Tenant,
  { workCenterId, start, end }: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number | null },
  limit: number,
): Promise<readonly Occurrence[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from checklist_occurrence o ${COUNTING}
    where o.company_id = ${tenant.companyId} and o.work_center_id = ${workCenterId} and o.source in ('STATUS', 'REASON', 'LOSS_REASON')
      and o.subject_start > ${start - REACH_MS}::int8 and (${end}::int8 is null or o.subject_start < ${end}::int8) and o.subject_end > ${start}::int8
    order by o.due_at, o.id limit ${limit}`.execute(tenant.tx)
  return rows.map(occurrenceOf)
}

function ids(given: readonly number[] | null): readonly WorkCenterId[] {
  return (given ?? []).map((id) => asId<WorkCenterId>(id))
}

/** Returns the occurrences of the ids, by id. */
export async function findOccurrences(tenant: Tenant, wanted: readonly number[]): Promise<readonly Occurrence[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from checklist_occurrence o ${COUNTING}
    where o.company_id = ${tenant.companyId} and o.id = any(${wanted}::bigint[]) order by o.id`.execute(tenant.tx)
  return rows.map(occurrenceOf)
}

/** Returns those of each checklist at the work center that are open or were due since its instant, by when they were due: one statement, however many checklists. */
export async function listToPlan(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  wanted: readonly { readonly checklistId: number; readonly since: number }[],
): Promise<ReadonlyMap<number, readonly Occurrence[]>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Row>`select ${COLUMNS} from checklist_occurrence o
    join unnest(${wanted.map(({ checklistId }) => checklistId)}::int[], ${wanted.map(({ since }) => since)}::int8[]) as w (id, since)
      on w.id = o.checklist_id and (o.due_at >= w.since or o.merged_until >= w.since or o.state in ('PENDING', 'STARTED'))
    ${COUNTING} where o.company_id = ${tenant.companyId} and o.work_center_id = ${workCenterId} order by o.due_at`.execute(tenant.tx)
  return Map.groupBy(rows.map(occurrenceOf), ({ checklistId }) => checklistId)
}

/** Has what changes occurrences of a work center wait for its turn, until the transaction ends. */
export async function lockPlace(tenant: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checklist/${tenant.companyId}/${workCenterId}`}, 0))`.execute(tenant.tx)
}

/** What is stored with a new occurrence besides what makes it due. */
export type OccurrencePlace = {
  readonly checklistId: number
  readonly version: number
  readonly workCenterId: WorkCenterId
  readonly itemId: ItemId | null
  readonly shiftStart: number | null
}

/** An occurrence that is to be stored. */
export type PlacedOccurrence = {
  readonly place: OccurrencePlace
  readonly one: Omit<NewOccurrence, 'source'> & Pick<StoredOccurrence, 'source'>
}

/** Stores new occurrences in one statement, however many; returns the id of each in their sequence, null where it is there already. */
export async function insertOccurrences(tenant: Tenant, given: readonly PlacedOccurrence[]): Promise<readonly (number | null)[]> {
  if (given.length === 0) return []
  const values = given.map(({ place, one }, index) => ({
    place: index,
    checklist_id: place.checklistId,
    checklist_version: place.version,
    work_center_id: place.workCenterId,
    item_id: place.itemId,
    source: one.source,
    anchor: one.anchor,
    number: one.number,
    subject_start: one.subject?.start ?? null,
    subject_end: one.subject?.end ?? null,
    due_at: one.dueAt,
    closes_at: one.closesAt,
    shift_start_at: place.shiftStart,
    state: one.state,
    merged_count: one.mergedCount,
    merged_until: one.mergedUntil,
    is_found_late: one.isFoundLate,
  }))
  const { rows } = await sql<{ place: number; id: number }>`
    with given as (select * from json_to_recordset(${JSON.stringify(values)}::json) as g (place int, checklist_id int, checklist_version int,
      work_center_id int, item_id int, source text, anchor bigint, number int, subject_start bigint, subject_end bigint, due_at bigint, closes_at bigint,
      shift_start_at bigint, state text, merged_count int, merged_until bigint, is_found_late boolean)),
    stored as (insert into checklist_occurrence (company_id, checklist_id, checklist_version, work_center_id, item_id, source, anchor, number, subject_start,
        subject_end, due_at, closes_at, shift_start_at, state, merged_count, merged_until, is_found_late)
      select ${tenant.companyId}, checklist_id, checklist_version, work_center_id, item_id, source, anchor, number, subject_start, subject_end, due_at,
        closes_at, shift_start_at, state, merged_count, merged_until, is_found_late from given order by place
      on conflict do nothing returning id, checklist_id, work_center_id, source, anchor, number)
    select given.place, stored.id from stored join given using (checklist_id, work_center_id, anchor, number)
    where stored.source is not distinct from given.source`.execute(tenant.tx)
  const ids = new Map(rows.map(({ place, id }) => [place, id]))
  return given.map((_one, index) => ids.get(index) ?? null)
}

/** Stores what became of occurrences in one statement, however many. */
export async function changeOccurrences(tenant: Tenant, changes: readonly OccurrenceChange[]): Promise<void> {
  if (changes.length === 0) return
  const values = changes.map(({ id, state, number, mergedCount, mergedUntil, isReasonGone }) => ({
    id,
    state,
    number,
    merged_count: mergedCount,
    merged_until: mergedUntil,
    is_reason_gone: isReasonGone,
  }))
  await sql`update checklist_occurrence o set state = coalesce(g.state, o.state), number = coalesce(g.number, o.number),
      merged_count = coalesce(g.merged_count, o.merged_count), merged_until = coalesce(g.merged_until, o.merged_until),
      is_reason_gone = coalesce(g.is_reason_gone, o.is_reason_gone)
    from json_to_recordset(${JSON.stringify(values)}::json) as g (id bigint, state text, number int, merged_count int, merged_until bigint,
      is_reason_gone boolean)
    where o.company_id = ${tenant.companyId} and o.id = g.id`.execute(tenant.tx)
}

/** Stores what is answered so far, and that somebody answers. */
export async function saveDraft(
  tenant: Tenant,
  id: number,
  draft: {
    readonly answers: readonly ChecklistAnswer[]
    /** All of the accounts of stations at which `startedBy` answered it. */
    readonly via: readonly UserId[]
    readonly startedBy: UserId
    readonly startedAt: number
    readonly seenAt: number
    /** Left out = as they are. */
    readonly leftDrafts?: readonly LeftDraft[]
  },
): Promise<void> {
  await sql`update checklist_occurrence set draft = ${JSON.stringify(draft.answers)}::jsonb, draft_via = ${draft.via}::uuid[],
      left_drafts = coalesce(${draft.leftDrafts === undefined ? null : JSON.stringify(draft.leftDrafts)}::jsonb, left_drafts), started_by = ${draft.startedBy}::uuid,
      started_at = coalesce(started_at, ${draft.startedAt}), seen_at = ${draft.seenAt}, state = case when state = 'PENDING' then 'STARTED' else state end
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}

/** Stores whom it is given to. */
export async function assignRow(tenant: Tenant, id: number, to: UserId | null): Promise<void> {
  await sql`update checklist_occurrence set assigned_to = ${to}::uuid where company_id = ${tenant.companyId} and id = ${id}`.execute(
    tenant.tx,
  )
}

/** Stores that nobody answers it, and why; what was missed stays so. */
export async function skipRow(
  tenant: Tenant,
  id: number,
  {
    by,
    reason,
    at,
    isInTime,
  }: { readonly by: UserId; readonly reason: string; readonly at: number; /** What was missed is skipped. */ readonly isInTime: boolean },
): Promise<void> {
  await sql`update checklist_occurrence set state = case when state = 'MISSED' and not ${isInTime} then state else 'SKIPPED' end, skipped_by = ${by}::uuid,
      skip_reason = ${reason}, skipped_at = ${at}
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}

/** Returns whether the shift of the work center that began at the instant is confirmed. */
export async function isShiftConfirmed(tenant: Tenant, workCenterId: WorkCenterId, start: number): Promise<boolean> {
  const { rows } =
    await sql`select from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at = ${start}
    and status = 'CONFIRMED'`.execute(tenant.tx)
  return rows.length > 0
}

/** A clock as it is kept, with what it counts for. */
export type KeptClock = ChecklistClock & { readonly checklistId: number; readonly activeFrom: number }

/** Returns the clocks of checklists at a work center; those of an earlier activity too. */
export async function listClocks(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly KeptClock[]> {
  const { rows } = await sql<KeptClock>`select checklist_id as "checklistId", active_from as "activeFrom", at, anchor, counted, fired
    from checklist_clock where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}`.execute(tenant.tx)
  return rows
}

/** Stores the clocks of checklists at the work center in one statement, however many. */
export async function saveClocks(tenant: Tenant, workCenterId: WorkCenterId, clocks: readonly KeptClock[]): Promise<void> {
  if (clocks.length === 0) return
  const values = clocks.map(({ checklistId, activeFrom, at, anchor, counted, fired }) => ({
    checklist_id: checklistId,
    active_from: activeFrom,
    at,
    anchor,
    counted,
    fired,
  }))
  await sql`insert into checklist_clock (company_id, checklist_id, work_center_id, active_from, at, anchor, counted, fired)
    select ${tenant.companyId}, checklist_id, ${workCenterId}, active_from, at, anchor, counted, fired
    from json_to_recordset(${JSON.stringify(values)}::json) as g (checklist_id int, active_from bigint, at bigint, anchor bigint, counted float8, fired int)
    on conflict (company_id, checklist_id, work_center_id) do update set active_from = excluded.active_from, at = excluded.at, anchor = excluded.anchor,
      counted = excluded.counted, fired = excluded.fired`.execute(tenant.tx)
}

/** Returns the companies that have checklists at work, or open ones, and have not switched them off. */
export async function listCompaniesAtWork(tx: Tenant['tx']): Promise<readonly CompanyId[]> {
  const { rows } = await sql<{ id: CompanyId }>`select id from (
      select distinct company_id as id from checklist where is_active and archived_on is null
      union select distinct company_id from checklist_occurrence where state in ('PENDING', 'STARTED')) at_work
    where not ${isSwitchedOff(sql`id`, 'CHECKLISTS')} order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the work centers where checklists are asked: not those that are archived or shut down for now. */
export async function listPlacesAtWork(tenant: Tenant): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{
    id: WorkCenterId
  }>`select id from work_center where company_id = ${tenant.companyId} and device_status = 'ACTIVE'
    order by id`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Returns whether the work center is at work. */
export async function isPlaceAtWork(tenant: Tenant, id: WorkCenterId): Promise<boolean> {
  const { rows } =
    await sql`select from work_center where company_id = ${tenant.companyId} and id = ${id} and device_status = 'ACTIVE'`.execute(tenant.tx)
  return rows.length > 0
}

/** Returns since when the work center is at work (again), ms UTC; null = since before that was kept. */
export async function findResumedAt(tenant: Tenant, id: WorkCenterId): Promise<number | null> {
  const row = await tenant.tx
    .selectFrom('work_center')
    .select('active_since')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.active_since ?? null
}

/** Has the checklist count from the instant on at the work centers, empty = all, but at those where it is asked already. */
export async function beginClocks(
  tenant: Tenant,
  { id, activeFrom, at }: { readonly id: number; readonly activeFrom: number; readonly at: number },
  { workCenterIds, exceptAt }: { readonly workCenterIds: readonly WorkCenterId[]; readonly exceptAt: readonly WorkCenterId[] },
): Promise<void> {
  await sql`insert into checklist_clock (company_id, checklist_id, work_center_id, active_from, at, anchor, counted, fired)
    select w.company_id, ${id}::int, w.id, ${activeFrom}::int8, ${at}::int8, ${at}::int8, 0, 0 from work_center w
    where w.company_id = ${tenant.companyId} and w.id <> all(${[...exceptAt]}::int[])
      and (${workCenterIds.length === 0} or w.id = any(${[...workCenterIds]}::int[]))
    on conflict (company_id, checklist_id, work_center_id) do update set active_from = excluded.active_from, at = excluded.at, anchor = excluded.anchor,
      counted = 0, fired = 0`.execute(tenant.tx)
}

/** Returns which checklists are open where. */
export async function listOpenPairs(
  tenant: Tenant,
): Promise<readonly { readonly checklistId: number; readonly workCenterId: WorkCenterId }[]> {
  const { rows } = await sql<{ checklistId: number; workCenterId: WorkCenterId }>`
    select distinct checklist_id as "checklistId", work_center_id as "workCenterId" from checklist_occurrence
    where company_id = ${tenant.companyId} and state in ('PENDING', 'STARTED')`.execute(tenant.tx)
  return rows
}

function occurrenceOf({ subjectStart, subjectEnd, ...row }: Row): Occurrence {
  return { ...row, subject: subjectStart === null || subjectEnd === null ? null : { start: subjectStart, end: subjectEnd } }
}
