import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { convertRules } from '#engine/status/convertRules.ts'
import type { RuleConversion } from '#engine/status/convertRules.ts'
import type { StatusRule, StatusSource } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { toRatio } from '#server/ingest/setup/electricalRow.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { recordStatusSource } from '#server/workCenter/electricalVersion.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { raiseSetupVersion, updateWorkCenter } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { checkedFrom } from './checkRule.ts'
import { copyTrackingRule } from './sourceConversion.store.ts'
import type { Editor, StatusDeps } from './statusDeps.ts'
import { closeVersions, insertStatusRule, listStatusRules, updateStatusRule } from './statusRule.store.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

export type SourceChange = {
  readonly source: StatusSource
  /** Whether the rules take their bounds in the new source; otherwise they are archived with the old one. */
  readonly isConverted: boolean
  /** From when the new source holds (ms UTC); null = now. */
  readonly from: number | null
  /** The version of the work center that the person saw; null = whichever it has. */
  readonly version: number | null
}

/**
 * Returns the work center with another status source from the instant on: rules are converted, the old ones archived (domain.md S-9); confirmed
 * shifts stay. Refuses a missing constant by its field, the present source, a future instant, an archived work center and an older version.
 */
export async function changeSource(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: SourceChange,
): Promise<WorkCenter> {
  const from = checkedFrom('recalculateFrom', change.from, deps.now())
  const saved = await deps.database.inTenant(member.companyId, async (tenant) => {
    await raiseSetupVersion(tenant, workCenterId)
    const present = await requireActive(tenant, workCenterId)
    if (change.version !== null && change.version !== present.version)
      throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
    if (present.statusSource === change.source)
      throw new Refusal({ code: 'STATUS_SOURCE_UNCHANGED', field: 'source', params: { source: change.source } })
    const rules = (await listStatusRules(tenant, [workCenterId])).filter((rule) => rule.archivedOn === null)
    await applyConversion(tenant, workCenterId, rules, conversionOf(present, rules, change), { from, userId: member.userId })
    await recordStatusSource(tenant, workCenterId, { before: present.statusSource, source: change.source, from })
    await markForRecalculation(tenant, [{ workCenterId, from, to: null, cause: 'STATUS_SOURCE' }], member.userId)
    const changed = await updateWorkCenter(tenant, workCenterId, null, { status_source: change.source })
    if (changed === null) throw new Error(`work center ${workCenterId} vanished while its source was changed`)
    await writeAudit(tenant, {
      userId: member.userId,
      at: new Date(deps.now()),
      action: 'CHANGE_STATUS_SOURCE',
      subject: `work center ${present.name}`,
      details: {
        workCenterId,
        before: { statusSource: present.statusSource },
        after: { statusSource: change.source },
        isConverted: change.isConverted,
        validFrom: new Date(from).toISOString(),
      },
    })
    return changed
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })
  return saved
}

/** Returns the active rules under the new source. Refuses what convertRules refuses. */
export function conversionOf(
  workCenter: WorkCenter,
  rules: readonly StatusRule[],
  change: Pick<SourceChange, 'source' | 'isConverted'>,
): RuleConversion {
  const own = rules.filter((rule) => rule.rangeType === workCenter.statusSource)
  if (!change.isConverted) return { converted: [], archived: own }
  const { cosPhi, voltage, transformationRatioCode, nominalPower } = workCenter
  const constants = { cosPhi, voltage, transformationRatio: toRatio(transformationRatioCode), nominalPowerKw: nominalPower }
  const result = convertRules(rules, workCenter.statusSource, change.source, constants)
  if ('converted' in result) return result
  const [problem] = result.problems
  if (problem === undefined) throw new Error('a conversion was refused without a reason')
  throw new Refusal({ ...problem, code: problem.code === 'STATUS_RANGES_INTERSECT' ? 'RANGES_INTERSECT' : problem.code })
}

async function applyConversion(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  rules: readonly StoredStatusRule[],
  { converted, archived }: RuleConversion,
  { from, userId }: { readonly from: number; readonly userId: UserId },
): Promise<void> {
  const ending = new Set([...converted, ...archived].map((rule) => rule.id))
  for (const rule of rules.filter((one) => ending.has(one.id))) {
    await updateStatusRule(tenant, rule.id, null, { ...rule, archivedOn: new Date(from) }, userId)
    await closeVersions(tenant, rule.id, from)
  }
  for (const rule of converted) {
    const id = await insertStatusRule(tenant, workCenterId, rule, from, userId)
    await copyTrackingRule(tenant, rule.id, id, from)
  }
}
