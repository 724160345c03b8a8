import { sql } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES, LOSS_REASON_TYPES } from '#engine/loss/lossReason.ts'
import type { ActivityType, LossCategory, LossReasonType } from '#engine/loss/lossReason.ts'
import { LOSS_REASON_LINK_TYPES } from '#engine/loss/reasonOffer.ts'
import type { LossReasonLinkType } from '#engine/loss/reasonOffer.ts'
import { TIME_UNITS } from '#engine/loss/timeUnit.ts'
import type { TimeUnit } from '#engine/loss/timeUnit.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

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
export type LossReason = LossReasonValues & { readonly id: LossReasonId; readonly isDeleted: boolean; readonly version: number }

/** Returns the company's loss reasons by name, hidden and deleted ones included; only those of the ids when given. */
export async function listLossReasons(tenant: Tenant, ids?: readonly LossReasonId[]): Promise<readonly LossReason[]> {
  const rows = await sql<Row>`select r.*, t.translations, k.links from loss_reason r
    left join lateral (select json_agg(json_build_object('language', language, 'name', name) order by language) as translations
      from loss_reason_translation t where t.company_id = r.company_id and t.loss_reason_id = r.id) t on true
    left join lateral (select json_agg(json_build_object('workCenterId', work_center_id, 'workCenterGroupId', work_center_group_id,
        'identifier', identifier) order by id) as links
      from loss_reason_link k where k.company_id = r.company_id and k.loss_reason_id = r.id) k on true
    where r.company_id = ${tenant.companyId} ${ids === undefined ? sql`` : sql`and r.id = any(${ids}::int[])`}
    order by r.name, r.id`.execute(tenant.tx)
  return rows.rows.map(toReason)
}

/**
 * Returns the reason, locked until the transaction ends, or null when it is unknown or deleted. Annotations that name it do not wait: they hold
 * their work center, which this transaction may need next.
 */
export async function lockLossReason(tenant: Tenant, id: LossReasonId): Promise<LossReason | null> {
  await sql`select id from loss_reason where company_id = ${tenant.companyId} and id = ${id} for no key update`.execute(tenant.tx)
  const [reason] = await listLossReasons(tenant, [id])
  return reason === undefined || reason.isDeleted ? null : reason
}

type Row = {
  readonly id: number
  readonly name: string
  readonly category: string
  readonly type: string
  readonly color: string
  readonly group_id: number | null
  readonly activity_types: readonly string[]
  readonly include_in_oee_calculation: boolean
  readonly is_small_stop: boolean
  readonly is_hidden: boolean
  readonly denied_for_manual_enter: boolean
  readonly require_extra_notes: boolean
  readonly has_maximum_allowed_duration: boolean
  readonly maximum_allowed_duration_ms: number | null
  readonly maximum_allowed_duration_unit: string
  readonly link_type: string
  readonly identifiers: readonly string[]
  readonly is_default_planned: boolean
  readonly deleted_on: Date | null
  readonly version: number
  readonly translations: readonly { readonly language: string; readonly name: string }[] | null
  readonly links: readonly LossReasonLink[] | null
}

function toReason(row: Row): LossReason {
  return {
    id: asId<LossReasonId>(row.id),
    name: row.name,
    category: oneOf(LOSS_CATEGORIES, row.category),
    type: oneOf(LOSS_REASON_TYPES, row.type),
    color: row.color,
    groupId: row.group_id,
    activityTypes: row.activity_types.map((type) => oneOf(ACTIVITY_TYPES, type)),
    includeInOeeCalculation: row.include_in_oee_calculation,
    isSmallStop: row.is_small_stop,
    isHidden: row.is_hidden,
    deniedForManualEnter: row.denied_for_manual_enter,
    requireExtraNotes: row.require_extra_notes,
    hasMaximumAllowedDuration: row.has_maximum_allowed_duration,
    maximumAllowedDurationMs: row.maximum_allowed_duration_ms,
    maximumAllowedDurationUnit: oneOf(TIME_UNITS, row.maximum_allowed_duration_unit),
    linkType: oneOf(LOSS_REASON_LINK_TYPES, row.link_type),
    identifiers: row.identifiers,
    isDefaultPlanned: row.is_default_planned,
    isDeleted: row.deleted_on !== null,
    version: row.version,
    links: row.links ?? [],
    translations: (row.translations ?? []).map(({ language, name }) => ({ language: oneOf(LANGUAGES, language), name })),
  }
}
