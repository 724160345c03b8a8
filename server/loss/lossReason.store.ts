import { sql } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

export const LOSS_CATEGORIES = ['AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const
export type LossCategory = (typeof LOSS_CATEGORIES)[number]

export const LOSS_REASON_TYPES = ['PLANNED', 'UNPLANNED'] as const
export type LossReasonType = (typeof LOSS_REASON_TYPES)[number]

export const ACTIVITY_TYPES = [
  'BREAKDOWN_TIME',
  'CHANGEOVER_TIME',
  'LABOR_TIME',
  'MACHINE_TIME',
  'MAINTENANCE_TIME',
  'NOT_PLANNED_TIME',
  'NO_OPERATOR_TIME',
  'ORGANIZATION_TIME',
  'OTHER_TIME',
  'QUALITY_TIME',
  'SETUP_TIME',
  'SMALL_STOP_TIME',
  'WAITING_TIME',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export type LossReason = {
  readonly id: LossReasonId
  readonly name: string
  readonly category: LossCategory
  readonly type: LossReasonType
  readonly color: string
  readonly activityTypes: readonly ActivityType[]
  readonly includeInOeeCalculation: boolean
  readonly isSmallStop: boolean
  readonly isHidden: boolean
}

/** Returns the company's loss reasons by name, hidden ones included; only those of the ids when given. */
export async function listLossReasons(tenant: Tenant, ids?: readonly LossReasonId[]): Promise<readonly LossReason[]> {
  const rows = await tenant.tx
    .selectFrom('loss_reason')
    .selectAll()
    .where('company_id', '=', tenant.companyId)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${ids ?? []})`))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: asId<LossReasonId>(row.id),
    name: row.name,
    category: oneOf(LOSS_CATEGORIES, row.category),
    type: oneOf(LOSS_REASON_TYPES, row.type),
    color: row.color,
    activityTypes: row.activity_types.map((type) => oneOf(ACTIVITY_TYPES, type)),
    includeInOeeCalculation: row.include_in_oee_calculation,
    isSmallStop: row.is_small_stop,
    isHidden: row.is_hidden,
  }))
}
