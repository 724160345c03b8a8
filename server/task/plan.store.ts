import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { OPERATIONAL_EVENTS } from '#engine/task/operationalTask.ts'
import type { OperationalEvent, OperationalPlan } from '#engine/task/operationalTask.ts'
import { DEFAULT_DELAY_SECONDS } from '#engine/task/taskForm.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** A plan of a company as it is kept. */
export type StoredPlan = OperationalPlan & {
  readonly delaySeconds: number
  /** Empty = all. */
  readonly workCenterIds: readonly WorkCenterId[]
  /** null = the operators of the work center. */
  readonly teamId: string | null
  /** Whether its pending tasks hold the confirmation of their shift up (domain.md T-6). */
  readonly blocksShift: boolean
  /** When whoever is asked is reminded of a task; null = never (domain.md T-11). */
  readonly remindAfterMinutes: number | null
  readonly version: number
}

/** Returns the plans of the company, one for each event: those of the beginning where nothing was changed (domain.md T-1). */
export async function listPlans(tenant: Tenant): Promise<readonly StoredPlan[]> {
  const { rows } = await sql<Omit<StoredPlan, 'delayMs'>>`select event, is_active as "isActive", active_from as "activeFrom",
      delay_seconds as "delaySeconds", work_center_ids as "workCenterIds", team_id as "teamId",
      blocks_shift as "blocksShift", remind_after_minutes as "remindAfterMinutes", version
    from operational_plan where company_id = ${tenant.companyId}`.execute(tenant.tx)
  return OPERATIONAL_EVENTS.map((event) => {
    const row = rows.find((one) => one.event === event) ?? firstPlan(event)
    return { ...row, delayMs: row.delaySeconds * SECOND_MS }
  })
}

/** Returns the plans of the company, active only where they hold for the work center: none named means all, and none asks where it is archived. */
export async function listPlansAt(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly StoredPlan[]> {
  const { rows } = await sql`select from work_center
    where company_id = ${tenant.companyId} and id = ${workCenterId} and device_status <> 'ARCHIVE'`.execute(tenant.tx)
  const isHeld = ({ workCenterIds }: StoredPlan): boolean =>
    rows.length > 0 && (workCenterIds.length === 0 || workCenterIds.includes(workCenterId))
  return (await listPlans(tenant)).map((plan) => ({ ...plan, isActive: plan.isActive && isHeld(plan) }))
}

/** Stores the plan with its next version, if nobody changed it since; returns whether. */
export async function savePlan(tenant: Tenant, plan: Omit<StoredPlan, 'delayMs'>): Promise<boolean> {
  const { rows } = await sql<{ event: string }>`
    insert into operational_plan as p (company_id, event, is_active, active_from, delay_seconds, work_center_ids, team_id, blocks_shift,
      remind_after_minutes, version)
    values (${tenant.companyId}, ${plan.event}, ${plan.isActive}, ${plan.activeFrom}, ${plan.delaySeconds}, ${plan.workCenterIds}::int[],
      ${plan.teamId}::uuid, ${plan.blocksShift}, ${plan.remindAfterMinutes}, ${plan.version + 1})
    on conflict (company_id, event) do update set is_active = excluded.is_active, active_from = excluded.active_from,
      delay_seconds = excluded.delay_seconds, work_center_ids = excluded.work_center_ids, team_id = excluded.team_id,
      blocks_shift = excluded.blocks_shift, remind_after_minutes = excluded.remind_after_minutes, version = excluded.version
    where p.version = ${plan.version} returning event`.execute(tenant.tx)
  return rows.length > 0
}

function firstPlan(event: OperationalEvent): Omit<StoredPlan, 'delayMs'> {
  return {
    event,
    isActive: event === 'LOSS_APPEARED',
    activeFrom: 0,
    delaySeconds: DEFAULT_DELAY_SECONDS,
    workCenterIds: [],
    teamId: null,
    blocksShift: false,
    remindAfterMinutes: null,
    version: 1,
  }
}
