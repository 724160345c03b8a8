import { sql } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { ACTIVITY_TYPES } from '#engine/loss/lossReason.ts'
import type { ActivityType, LossCategory, LossReasonType } from '#engine/loss/lossReason.ts'
import type { LossReasonLinkType } from '#engine/loss/reasonOffer.ts'
import { TIME_UNITS } from '#engine/loss/timeUnit.ts'
import type { TimeUnit } from '#engine/loss/timeUnit.ts'
import type { Language } from '#engine/user/language.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { selectedFrom } from '#server/db/selection.ts'
import type { Selected } from '#server/db/selection.ts'

export type Translation = { readonly language: Language; readonly name: string }

/** Where a reason is offered: a group or a work center, one of the two. */
export type LossReasonLink = {
  readonly workCenterId: number | null
  readonly workCenterGroupId: number | null
  readonly identifier: string | null
}

export type LossReasonValues = {
  readonly name: string
  readonly category: LossCategory
  readonly type: LossReasonType
  readonly color: string
  readonly groupId: number | null
  readonly activityTypes: readonly ActivityType[]
  readonly includeInOeeCalculation: boolean
  readonly isSmallStop: boolean
  readonly isHidden: boolean
  readonly deniedForManualEnter: boolean
  readonly requireExtraNotes: boolean
  readonly hasMaximumAllowedDuration: boolean
  readonly maximumAllowedDurationMs: number | null
  readonly maximumAllowedDurationUnit: TimeUnit
  readonly linkType: LossReasonLinkType
  readonly identifiers: readonly string[]
  readonly isDefaultPlanned: boolean
  readonly links: readonly LossReasonLink[]
  readonly translations: readonly Translation[]
}

/** A reason with what belongs to it; a deleted one stays, so that history keeps its name (domain.md E-43). */
export type LossReason = LossReasonValues & {
  readonly id: LossReasonId
  /** Its place within its group, ascending; gaps mean nothing. */
  readonly sortNumber: number
  readonly isDeleted: boolean
  readonly version: number
}

const SELECTIONS = camelColumns(
  'id',
  'name',
  'category',
  'type',
  'color',
  'group_id',
  'activity_types',
  'include_in_oee_calculation',
  'is_small_stop',
  'is_hidden',
  'denied_for_manual_enter',
  'require_extra_notes',
  'has_maximum_allowed_duration',
  'maximum_allowed_duration_ms',
  'maximum_allowed_duration_unit',
  'link_type',
  'identifiers',
  'is_default_planned',
  'sort_number',
  'version',
)

type Row = Selected<'loss_reason', (typeof SELECTIONS)[number]> & Pick<LossReason, 'isDeleted' | 'translations' | 'links'>

/** Returns the company's loss reasons in its order, those without a group last; hidden and deleted ones included; only those of the ids when given. */
export async function listLossReasons(tenant: Tenant, ids?: readonly LossReasonId[]): Promise<readonly LossReason[]> {
  const rows = await sql<Row>`select ${selectedFrom('r', SELECTIONS)}, r.deleted_on is not null as "isDeleted",
      coalesce(t.translations, '[]') as translations, coalesce(k.links, '[]') as links from loss_reason r
    left join lateral (select json_agg(json_build_object('language', language, 'name', name) order by language) as translations
      from loss_reason_translation t where t.company_id = r.company_id and t.loss_reason_id = r.id) t on true
    left join lateral (select json_agg(json_build_object('workCenterId', work_center_id, 'workCenterGroupId', work_center_group_id,
        'identifier', identifier) order by id) as links
      from loss_reason_link k where k.company_id = r.company_id and k.loss_reason_id = r.id) k on true
    left join loss_reason_group g on g.company_id = r.company_id and g.id = r.group_id
    where r.company_id = ${tenant.companyId} ${ids === undefined ? sql`` : sql`and r.id = any(${ids}::int[])`}
    order by r.group_id is null, g.sort_number, g.name, g.id, r.sort_number, r.name, r.id`.execute(tenant.tx)
  return rows.rows.map((row) => ({
    ...row,
    activityTypes: row.activityTypes.map((type) => oneOf(ACTIVITY_TYPES, type)),
    maximumAllowedDurationUnit: oneOf(TIME_UNITS, row.maximumAllowedDurationUnit),
  }))
}

/**
 * Lets one person at a time change the company's reasons and groups, until the transaction ends. It is taken before anything else is locked, the reasons
 * then before work centers: a change may touch other reasons, too, such as the one that was the default.
 */
export async function lockReasons(tenant: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reasons of ${tenant.companyId}`}, 0))`.execute(tenant.tx)
}

/**
 * Returns the reason, locked until the transaction ends, or null when it is unknown or deleted. Annotations that name it do not wait: they hold
 * their work center, which this transaction may need next.
 */
export async function lockLossReason(tenant: Tenant, id: LossReasonId): Promise<LossReason | null> {
  await lockReasons(tenant)
  await sql`select id from loss_reason where company_id = ${tenant.companyId} and id = ${id} for no key update`.execute(tenant.tx)
  const [reason] = await listLossReasons(tenant, [id])
  return reason === undefined || reason.isDeleted ? null : reason
}
