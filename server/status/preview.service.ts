import { asId } from '#engine/ids.ts'
import type { CompanyId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { StatusRule } from '#engine/status/statusRule.ts'
import type { ElectricalSetup, WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { toRatio } from '#server/ingest/setup/electricalRow.ts'
import { previewSetup } from '#server/recalculation/preview.service.ts'
import type { Preview, PreviewDeps, PreviewPeriod } from '#server/recalculation/preview.service.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber, checkPattern } from '#server/workCenter/checkField.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { atRule, checkedFrom, checkedValues, requireAllFitting } from './checkRule.ts'
import { conversionOf } from './sourceConversion.service.ts'
import type { SourceChange } from './sourceConversion.service.ts'
import { listStatusRules, listVersions } from './statusRule.store.ts'
import type { StatusRuleValues } from './statusRule.store.ts'

/** Rules as somebody thinks of them: a new one has no id. */
export type PreviewedRules = {
  readonly rules: readonly { readonly id: StatusRuleId | null; readonly values: StatusRuleValues }[]
  readonly archivedIds: readonly StatusRuleId[]
  readonly from: number | null
}

export type PreviewedConstants = {
  readonly cosPhi?: number | null | undefined
  readonly voltage?: number | null | undefined
  readonly transformationRatioCode?: string | null | undefined
  readonly nominalPower?: number | null | undefined
  readonly idleLoadThreshold?: number | null | undefined
}

/** Stands for rules that have no id yet; stored ones are positive. */
const FIRST_NEW_ID = -1

/**
 * Returns the period before and after the given rules since the instant, by default since the period's start; other rules stay. Saves nothing.
 * Refuses what saving them would refuse.
 */
export async function previewStatusRules(
  deps: PreviewDeps,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  change: PreviewedRules,
  period: PreviewPeriod,
): Promise<Preview> {
  const from = checkedFrom('validFrom', change.from ?? Math.min(period.start, deps.now()), deps.now())
  const { all, versions } = await deps.database.inTenant(companyId, async (tenant) => {
    const rules = await listStatusRules(tenant, [workCenterId])
    return {
      all: rules,
      versions: await listVersions(
        tenant,
        rules.map((rule) => rule.id),
      ),
    }
  })
  const stored = all.filter((rule) => rule.archivedOn === null)
  const isKnown = (id: StatusRuleId): boolean => stored.some((rule) => rule.id === id)
  const drafted = change.rules.map(({ id, values }, at): StatusRule => {
    if (id !== null && !isKnown(id)) throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'rules', params: { id } })
    return { ...atRule(at, () => checkedValues(values)), id: id ?? asId<StatusRuleId>(FIRST_NEW_ID - at), validFrom: from, validTo: null }
  })
  const replaced = new Set([...drafted.map((rule) => rule.id), ...change.archivedIds])
  const stays = (rule: { readonly id: StatusRuleId }): boolean => !replaced.has(rule.id)
  requireAllFitting(drafted, stored.filter(stays), versions.filter(stays))
  return await previewSetup(deps, companyId, workCenterId, (setup) => withRules(setup, replaced, drafted, from), period)
}

/** Returns the period before and after the source was changed since the instant, by default since the period's start. Nothing is saved. Refuses what changing it would. */
export async function previewSource(
  deps: PreviewDeps,
  workCenter: WorkCenter,
  change: Pick<SourceChange, 'source' | 'isConverted' | 'from'>,
  period: PreviewPeriod,
): Promise<Preview> {
  const from = checkedFrom('recalculateFrom', change.from ?? Math.min(period.start, deps.now()), deps.now())
  const stored = await deps.database.inTenant(workCenter.companyId, (tenant) => listStatusRules(tenant, [workCenter.id]))
  const { converted, archived } = conversionOf(
    workCenter,
    stored.filter((rule) => rule.archivedOn === null),
    change,
  )
  const ended = [...converted, ...archived]
  const added = converted.map((rule, at) => ({ ...rule, id: asId<StatusRuleId>(FIRST_NEW_ID - at), validFrom: from, validTo: null }))
  return await previewSetup(
    deps,
    workCenter.companyId,
    workCenter.id,
    (setup) => {
      const versions = setup.statusSourceVersions.length > 0 ? setup.statusSourceVersions : [{ validFrom: 0, source: setup.statusSource }]
      return {
        ...withRules(setup, new Set(ended.map((rule) => rule.id)), added, from),
        statusSource: change.source,
        statusSourceVersions: [...versions.filter((version) => version.validFrom < from), { validFrom: from, source: change.source }],
      }
    },
    period,
  )
}

/** Returns the period before and after the constants were as given since the instant, by default since the period's start. Nothing is saved. */
export async function previewConstants(
  deps: PreviewDeps,
  workCenter: WorkCenter,
  change: { readonly constants: PreviewedConstants; readonly from: number | null },
  period: PreviewPeriod,
): Promise<Preview> {
  const from = checkedFrom('validFrom', change.from ?? Math.min(period.start, deps.now()), deps.now())
  const electrical = changedConstants(change.constants)
  return await previewSetup(
    deps,
    workCenter.companyId,
    workCenter.id,
    (setup) => {
      const versions = setup.electricalVersions.length > 0 ? setup.electricalVersions : [{ ...setup.electrical, validFrom: 0 }]
      const after = { ...setup.electrical, ...electrical }
      return {
        ...setup,
        electrical: after,
        electricalVersions: [...versions.filter((version) => version.validFrom < from), { ...after, validFrom: from }],
      }
    },
    period,
  )
}

function changedConstants(given: PreviewedConstants): Partial<ElectricalSetup> {
  checkNumber('cosPhi', given.cosPhi, { above: 0, max: 1 })
  checkNumber('voltage', given.voltage, { above: 0, max: 1_000_000 })
  checkNumber('nominalPower', given.nominalPower, { above: 0, max: 1_000_000 })
  checkNumber('idleLoadThreshold', given.idleLoadThreshold, { min: 0, max: 100 })
  const code = given.transformationRatioCode
  const ratio = code === undefined ? undefined : checkPattern('transformationRationCode', code, /^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, '123/1')
  return {
    ...(given.cosPhi !== undefined && { cosPhi: given.cosPhi }),
    ...(given.voltage !== undefined && { voltage: given.voltage }),
    ...(given.nominalPower !== undefined && { nominalPowerKw: given.nominalPower }),
    ...(given.idleLoadThreshold != null && { idleLoadThreshold: given.idleLoadThreshold }),
    ...(ratio !== undefined && { transformationRatio: toRatio(ratio) }),
  }
}

function withRules(setup: WorkCenterSetup, ids: ReadonlySet<StatusRuleId>, added: readonly StatusRule[], from: number): WorkCenterSetup {
  const past = setup.statusRules.flatMap((rule) => {
    if (!ids.has(rule.id)) return [rule]
    return rule.validFrom >= from ? [] : [{ ...rule, validTo: Math.min(rule.validTo ?? Infinity, from) }]
  })
  return { ...setup, statusRules: [...past, ...added] }
}
