import { sql } from 'kysely'
import type { ChecklistFrequency, ChecklistSource } from '#engine/checklist/checklist.ts'
import type { ChecklistTask } from '#engine/checklist/checklistTask.ts'
import type { TextIn } from '#engine/checklist/taskWords.ts'
import type { ItemId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a version of a checklist asks, and when. */
export type ChecklistDefinition = {
  readonly frequency: ChecklistFrequency
  readonly tasks: readonly ChecklistTask[]
  readonly instructions: string | null
  /** In other languages. */
  readonly instructionsIn: readonly TextIn[]
  readonly answerWithinMs: number | null
  readonly signatureRequired: boolean
}

/** A checklist as it holds now. */
export type Checklist = ChecklistDefinition & {
  readonly id: number
  readonly name: string
  readonly group: string | null
  /** Empty = all. */
  readonly workCenterIds: readonly WorkCenterId[]
  readonly itemIds: readonly ItemId[]
  readonly isActive: boolean
  /** Since when it is active with this frequency, ms UTC. */
  readonly activeFrom: number
  readonly isArchived: boolean
  /** How grave it is that it was missed; null = nobody is told. */
  readonly missedSeverity: Severity | null
  /** Whether it holds the confirmation of its shift up until it is answered or skipped. */
  readonly blocksShift: boolean
  readonly version: number
}

type Row = Omit<Checklist, keyof ChecklistDefinition> & { readonly definition: ChecklistDefinition }

const COLUMNS = sql`c.id, c.name, c.group_name as "group", c.work_center_ids as "workCenterIds", c.item_ids as "itemIds", c.is_active as "isActive",
  c.active_from as "activeFrom", c.archived_on is not null as "isArchived", c.missed_severity as "missedSeverity",
  c.blocks_shift as "blocksShift", c.version,
  v.definition`

type Asked = {
  readonly ids?: readonly number[]
  readonly isAtWork?: boolean
  /** Those of a work center that become due by one of the sources. */
  readonly at?: { readonly workCenterId: WorkCenterId; readonly sources: readonly ChecklistSource[] }
}

/** Returns the checklists by name: those of the ids, also archived ones, else all that are not archived; at work are those that are active. */
export async function listChecklists(tenant: Tenant, { ids, isAtWork = false, at }: Asked = {}): Promise<readonly Checklist[]> {
  const wanted = ids === undefined ? sql`c.archived_on is null` : sql`c.id = any(${ids}::int[])`
  const { rows } = await sql<Row>`select ${COLUMNS} from checklist c
    join checklist_version v on v.company_id = c.company_id and v.checklist_id = c.id and v.version = c.version
    where c.company_id = ${tenant.companyId} and ${wanted} ${isAtWork ? sql`and c.is_active` : sql``} ${atPlace(at)}
    order by c.group_name nulls first, c.name, c.id`.execute(tenant.tx)
  return rows.map(({ definition, ...row }) => ({ ...row, ...whole(definition) }))
}

function atPlace(at: Asked['at']) {
  if (at === undefined) return sql``
  return sql`and (c.work_center_ids = '{}' or ${at.workCenterId} = any(c.work_center_ids)) and v.definition -> 'frequency' ->> 'source' = any(${at.sources})`
}

/** Returns what versions of checklists asked, as `checklist/version`. */
export async function listVersions(
  tenant: Tenant,
  wanted: readonly { readonly checklistId: number; readonly version: number }[],
): Promise<ReadonlyMap<string, ChecklistDefinition>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ key: string; definition: ChecklistDefinition }>`
    select v.checklist_id || '/' || v.version as key, v.definition from checklist_version v
    join unnest(${wanted.map((one) => one.checklistId)}::int[], ${wanted.map((one) => one.version)}::int[]) as w (id, version)
      on w.id = v.checklist_id and w.version = v.version
    where v.company_id = ${tenant.companyId}`.execute(tenant.tx)
  return new Map(rows.map(({ key, definition }) => [key, whole(definition)]))
}

/** Returns the checklist, locked until the transaction ends; null = the company has none, or it is archived. */
export async function lockChecklist(tenant: Tenant, id: number): Promise<Checklist | null> {
  await sql`select from checklist where company_id = ${tenant.companyId} and id = ${id} for no key update`.execute(tenant.tx)
  const [found] = await listChecklists(tenant, { ids: [id] })
  return found === undefined || found.isArchived ? null : found
}

export type ChecklistRow = Omit<Checklist, 'id' | 'isArchived' | 'version'>

/** Stores a new checklist; returns its id. */
export async function insertChecklist(tenant: Tenant, row: ChecklistRow, by: UserId, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into checklist (company_id, name, group_name, work_center_ids, item_ids, is_active, active_from, missed_severity, blocks_shift)
    values (${tenant.companyId}, ${row.name}, ${row.group}, ${row.workCenterIds}::int[], ${row.itemIds}::int[], ${row.isActive}, ${row.activeFrom},
      ${row.missedSeverity}, ${row.blocksShift})
    returning id`.execute(tenant.tx)
  const id = rows[0]?.id ?? 0
  await insertVersion(tenant, { id, version: 1 }, row, { by, at })
  return id
}

/** Stores a changed checklist; with another definition as its next version. */
export async function updateChecklist(
  tenant: Tenant,
  id: number,
  row: ChecklistRow & { readonly version: number; readonly isNewVersion: boolean },
  by: UserId,
  at: Date,
): Promise<void> {
  await sql`update checklist set name = ${row.name}, group_name = ${row.group}, work_center_ids = ${row.workCenterIds}::int[],
      item_ids = ${row.itemIds}::int[], is_active = ${row.isActive}, active_from = ${row.activeFrom}, version = ${row.version},
      missed_severity = ${row.missedSeverity}, blocks_shift = ${row.blocksShift}
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
  if (row.isNewVersion) await insertVersion(tenant, { id, version: row.version }, row, { by, at })
}

/** Takes the checklist out of use for good; what was answered stays. */
export async function archiveChecklistRow(tenant: Tenant, id: number, at: Date): Promise<void> {
  await sql`update checklist set archived_on = ${at}, is_active = false where company_id = ${tenant.companyId} and id = ${id}`.execute(
    tenant.tx,
  )
}

/** Cancels what nobody began and could still be answered at the instant (ms UTC), but at the work centers that are given. */
export async function cancelPending(tenant: Tenant, id: number, now: number, exceptAt: readonly WorkCenterId[] = []): Promise<void> {
  await sql`update checklist_occurrence set state = 'CANCELLED' where company_id = ${tenant.companyId} and checklist_id = ${id}
    and state = 'PENDING' and closes_at > ${now} and work_center_id <> all(${[...exceptAt]}::int[])`.execute(tenant.tx)
}

/** Has what nobody began ask what the new version asks. */
export async function renewPending(tenant: Tenant, id: number, version: number): Promise<void> {
  await sql`update checklist_occurrence set checklist_version = ${version} where company_id = ${tenant.companyId} and checklist_id = ${id}
    and state = 'PENDING'`.execute(tenant.tx)
}

/**
 * Returns what lacks the status: the company, or the first of the named work centers that has none of its name; null when nothing does. Archived ones
 * do not count. Where all are meant, one work center that has it is enough.
 */
export async function findWithoutStatus(
  tenant: Tenant,
  id: number,
  workCenterIds: readonly WorkCenterId[],
): Promise<{ readonly name: string; readonly workCenterId: WorkCenterId } | 'COMPANY' | null> {
  const { rows } = await sql<{ name: string; lacking: WorkCenterId | null; isAnywhere: boolean }>`
    select named.name, (select min(place) from unnest(${[...workCenterIds]}::int[]) as place where not exists (
      select from status_rule o where o.company_id = named.company_id and o.work_center_id = place and o.name = named.name
        and o.archived_on is null)) as lacking,
      exists (select from status_rule o where o.company_id = named.company_id and o.name = named.name and o.archived_on is null) as "isAnywhere"
    from status_rule named where named.company_id = ${tenant.companyId} and named.id = ${id}`.execute(tenant.tx)
  const [found] = rows
  if (found === undefined || (workCenterIds.length === 0 && !found.isAnywhere)) return 'COMPANY'
  return found.lacking === null ? null : { name: found.name, workCenterId: found.lacking }
}

/** What older versions do not say is as it was then. */
function whole(definition: ChecklistDefinition): ChecklistDefinition {
  const { frequency, tasks } = definition
  return {
    ...definition,
    frequency: { ...frequency, showAfterUnit: frequency.showAfterUnit ?? 'MINUTES' },
    instructionsIn: definition.instructionsIn ?? [],
    tasks: tasks.map((task) => ({ ...task, value: task.value ?? null, translations: task.translations ?? [] })),
  }
}

async function insertVersion(
  tenant: Tenant,
  { id, version }: { readonly id: number; readonly version: number },
  row: ChecklistDefinition,
  { by, at }: { readonly by: UserId; readonly at: Date },
): Promise<void> {
  const { frequency, tasks, instructions, instructionsIn, answerWithinMs, signatureRequired } = row
  const definition: ChecklistDefinition = { frequency, tasks, instructions, instructionsIn, answerWithinMs, signatureRequired }
  await sql`insert into checklist_version (company_id, checklist_id, version, definition, created_by, created_on)
    values (${tenant.companyId}, ${id}, ${version}, ${JSON.stringify(definition)}::jsonb, ${by}::uuid, ${at})`.execute(tenant.tx)
}
