import { LENGTH_CLASSES, rankReasons } from '#engine/loss/rankReasons.ts'
import type { LengthClass, RankedReason } from '#engine/loss/rankReasons.ts'
import { reasonSuccessors } from '#engine/loss/reasonSuccessors.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { listStatusRules } from '#server/status/statusRule.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listLossReasons } from './lossReason.store.ts'
import { findProduct, findReasonChanges, listReasonEvidence } from './reasonEvidence.store.ts'

/** The reasons to offer first for stops of one status and length. */
export type StopRanking = {
  readonly statusRuleId: number | null
  readonly kind: StatusKind
  readonly length: LengthClass
  readonly reasons: readonly RankedReason[]
}

/** As many tiles as the widest screen shows. */
const MOST_TILES = 9

/** Names only decide between reasons that nobody has used. */
const byName = new Intl.Collator('en').compare

/** Returns the reasons to offer first for stops of the work center, for each of its statuses and each length, with what is made now (domain.md S-33). */
export async function rankReasonsAt(tenant: Tenant, place: WorkCenter, now: number): Promise<readonly StopRanking[]> {
  const reasons = await listLossReasons(tenant)
  const { replaced, newIds } = await findReasonChanges(tenant, place.id)
  const evidence = await listReasonEvidence(tenant, place.id, reasonSuccessors(replaced))
  const product = await findProduct(tenant, place.id, now)
  const rules = await listStatusRules(tenant, [place.id])
  const candidates = reasons
    .filter((reason) => isOfferedToPeople(reason, place, 'STATUS'))
    .map((reason) => ({ ...reason, isNew: newIds.has(reason.id) }))
  const statuses = [
    ...rules.map(({ id, name }) => ({ statusRuleId: id, kind: 'RULE' as const, name })),
    ...(['OFF', 'UNDEFINED'] as const).map((kind) => ({ statusRuleId: null, kind, name: '' })),
  ]
  return statuses.flatMap(({ name, ...status }) =>
    LENGTH_CLASSES.map((length) => {
      const target = { status: `${status.kind} ${name.toLowerCase()}`, length, product }
      return { ...status, length, reasons: rankReasons(target, candidates, evidence, byName).slice(0, MOST_TILES) }
    }),
  )
}
