import { sql } from 'kysely'
import { NO_DATA_CAUSES } from '#engine/facts.ts'
import type { NoDataCause } from '#engine/facts.ts'
import type { LossReasonId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { Window } from './statusInterval.store.ts'

/** A stored interval clipped to a window; `ownStart` is its own start. */
export type ClippedStatus = {
  readonly ownStart: number
  readonly start: number
  /** Null = it has not ended. */
  readonly end: number | null
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly cause: NoDataCause | null
}

/** From when on (ms UTC) a rule means what. */
export type RuleMeaning = {
  readonly statusRuleId: StatusRuleId
  readonly validFrom: number
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
}

/** Returns the statuses in the window, ascending. A month of them comes as arrays: as rows it would take several times as long. */
export async function listClippedStatuses(tenant: Tenant, { workCenterId, start, end }: Window): Promise<readonly ClippedStatus[]> {
  const { companyId } = tenant
  // Intervals never overlap: of those that begin before the window only the last can reach into it.
  const { rows } = await sql<Arrays>`
    select array_agg(start_at order by start_at) as starts, array_agg(coalesce(end_at, 0) order by start_at) as ends,
      array_agg((coalesce(status_rule_id, 0)::int8 * 16 + array_position(${[...STATUS_KINDS]}::text[], kind)) * 16
        + coalesce(array_position(${[...NO_DATA_CAUSES]}::text[], cause), 0) order by start_at) as codes
    from status_interval
    where company_id = ${companyId} and work_center_id = ${workCenterId} and start_at < ${end}::int8
      and (end_at is null or end_at > ${start}::int8)
      and start_at >= coalesce((select max(b.start_at) from status_interval b
        where b.company_id = ${companyId} and b.work_center_id = ${workCenterId} and b.start_at <= ${start}::int8), ${start}::int8)`.execute(
    tenant.tx,
  )
  const { starts, ends, codes } = rows[0] ?? {}
  if (!starts || !ends || !codes) return []
  return starts.map((ownStart, at) => {
    const storedEnd = ends[at] ?? 0
    return {
      ownStart,
      start: Math.max(ownStart, start),
      end: storedEnd === 0 ? null : Math.min(storedEnd, end),
      ...statusOf(codes[at] ?? 0),
    }
  })
}

/** Returns the meanings of the work center's rules, each from its first version on, ascending. */
export async function listRuleMeanings(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly RuleMeaning[]> {
  const { rows } = await sql<{ id: number; from: number; isEffective: boolean; isScheduledLoss: boolean }>`
    select v.status_rule_id as id, v.valid_from as from, v.is_effective as "isEffective", v.is_scheduled_loss as "isScheduledLoss"
    from status_rule r join status_rule_version v on v.company_id = r.company_id and v.status_rule_id = r.id
    where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId} order by v.valid_from`.execute(tenant.tx)
  return rows.map(({ id, from, ...meaning }) => ({ statusRuleId: asId<StatusRuleId>(id), validFrom: from, ...meaning }))
}

/** Returns the reason of the first loss that begins in each of the stretches of the work center, null without one, in their order. */
export async function listFirstReasons(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  stretches: readonly { readonly from: number; readonly to: number }[],
): Promise<readonly (LossReasonId | null)[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<{ at: number; reasonId: number | null }>`
    select wanted.at, loss.reason_id as "reasonId"
    from unnest(${stretches.map(({ from }) => from)}::int8[], ${stretches.map(({ to }) => to)}::int8[]) with ordinality as wanted (from_at, to_at, at)
    join lateral (
      select l.reason_id from loss l
      where l.company_id = ${tenant.companyId} and l.work_center_id = ${workCenterId} and l.source = 'STATUS'
        and l.start_at >= wanted.from_at and l.start_at < wanted.to_at
      order by l.start_at limit 1
    ) loss on loss.reason_id is not null`.execute(tenant.tx)
  const found = new Map(rows.map(({ at, reasonId }) => [at, reasonId]))
  return stretches.map((_stretch, at) => {
    const id = found.get(at + 1)
    return id == null ? null : asId<LossReasonId>(id)
  })
}

type Arrays = {
  readonly starts: readonly number[] | null
  readonly ends: readonly number[] | null
  readonly codes: readonly number[] | null
}

function statusOf(code: number): Pick<ClippedStatus, 'kind' | 'statusRuleId' | 'cause'> {
  const rule = Math.floor(code / 256)
  const cause = code % 16
  return {
    kind: oneOf(STATUS_KINDS, STATUS_KINDS[(Math.floor(code / 16) % 16) - 1] ?? ''),
    statusRuleId: rule === 0 ? null : asId<StatusRuleId>(rule),
    cause: cause === 0 ? null : (NO_DATA_CAUSES[cause - 1] ?? null),
  }
}
