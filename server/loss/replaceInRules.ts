import type { LossReasonId } from '#engine/ids.ts'
import { versionPieces } from '#engine/loss/ruleVersions.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ReplacedBy } from './replaceReason.store.ts'
import { listShiftRuns } from './replaceReason.store.ts'
import { auditTracking } from './trackingAudit.ts'
import { insertTrackingRule, listTrackingRules, replaceTrackingRule } from './trackingRule.store.ts'

/**
 * Lets the tracking rules name the other reason for all stops that nobody confirmed, and returns how many versions it were. What confirmed shifts
 * rest on stays as it was: there a version is cut, and the changed one is a new version.
 */
export async function replaceInRules(
  tenant: Tenant,
  { from, to }: { readonly from: LossReasonId; readonly to: LossReasonId },
  who: ReplacedBy,
): Promise<number> {
  const all = await listTrackingRules(tenant, { workCenterIds: null, isPastIncluded: true })
  const naming = all.filter(({ rows }) => rows.some(({ reasonId }) => reasonId === from))
  const runs = await listShiftRuns(tenant, [...new Set(naming.map(({ workCenterId }) => workCenterId))])
  const statusOf = (rule: (typeof all)[number]) => `${rule.workCenterId} ${rule.statusRuleId}`
  const latest = new Map(
    [...Map.groupBy(all, statusOf)].map(([status, rules]) => [status, Math.max(...rules.map(({ version }) => version))]),
  )
  let count = 0
  for (const rule of naming) {
    const pieces = versionPieces({ start: rule.validFrom, end: rule.validTo }, runs.get(rule.workCenterId) ?? [])
    if (pieces.every(({ isConfirmed }) => isConfirmed)) continue
    count += 1
    const rows = rule.rows.map((row) => (row.reasonId === from ? { ...row, reasonId: to } : row))
    const parts = pieces.map((piece, at) => {
      const next = (latest.get(statusOf(rule)) ?? rule.version) + 1
      const isAsItWas = at === 0 && piece.isConfirmed
      if (!isAsItWas) latest.set(statusOf(rule), next)
      const version = isAsItWas ? rule.version : next
      return { ...rule, validFrom: piece.start, validTo: piece.end, version, rows: piece.isConfirmed ? rule.rows : rows }
    })
    const [first, ...others] = parts
    if (first === undefined) continue
    await replaceTrackingRule(tenant, first)
    for (const part of others) await insertTrackingRule(tenant, part)
    const validFrom = parts.find((part) => part.rows === rows)?.validFrom ?? who.at
    await auditTracking(tenant, rule, { ...rule, rows }, { by: who.userId, at: who.at, validFrom })
  }
  return count
}
