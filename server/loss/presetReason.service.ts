import { LANGUAGES } from '#engine/user/language.ts'
import { findCompany } from '#server/company/company.store.ts'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import type { PresetReason } from '#server/company/presetReasons.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { listLossReasons, lockReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import { addReason, markShifts, NEW_REASON, reloadWorkCenters } from './reasonChange.ts'
import type { LossReasonDeps, ReasonEditor } from './reasonChange.ts'

/** Returns the presets that the company has no reason of, by any of their names, in their order. */
export async function listMissingPresets(tenant: Tenant): Promise<readonly PresetReason[]> {
  const known = new Set(
    (await listLossReasons(tenant))
      .filter((reason) => !reason.isDeleted)
      .flatMap(({ name, translations }) => [name, ...translations.map((one) => one.name)])
      .map(folded),
  )
  return PRESET_REASONS.filter(({ names }) => LANGUAGES.every((language) => !known.has(folded(names[language]))))
}

/** Returns the new reasons: the missing presets of the keys, null = all of them. What the company has already is left as it is. */
export async function importPresets(
  deps: LossReasonDeps,
  member: ReasonEditor,
  keys: readonly string[] | null,
): Promise<readonly LossReason[]> {
  const unknown = keys?.find((key) => !PRESET_REASONS.some((preset) => presetKey(preset) === key))
  if (unknown !== undefined) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'keys', params: { id: unknown } })
  const { made, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    // Taken first: of two who import at once the second finds nothing missing.
    await lockReasons(tenant)
    const missing = (await listMissingPresets(tenant)).filter((preset) => keys?.includes(presetKey(preset)) ?? true)
    if (missing.length === 0) return { made: [], workCenterIds: [] }
    const company = await findCompany(tenant)
    const hasDefault = (await listLossReasons(tenant)).some((reason) => reason.isDefaultPlanned && !reason.isDeleted)
    const added: Awaited<ReturnType<typeof addReason>>[] = []
    for (const preset of missing) {
      const isDefaultPlanned = preset.isDefaultPlanned === true && !hasDefault
      const draft = { ...NEW_REASON, ...valuesOf(preset), name: preset.names[company?.language ?? 'en'], isDefaultPlanned }
      added.push(await addReason(tenant, draft, { userId: member.userId, at: deps.now() }))
    }
    const raised = await raiseSetupVersion(tenant, null)
    await markShifts(
      tenant,
      added.flatMap(({ affected }) => affected),
      member.userId,
    )
    return { made: added.map(({ saved }) => saved), workCenterIds: raised }
  })
  await reloadWorkCenters(deps, member.companyId, workCenterIds)
  return made
}

/** Returns what names a preset, whatever the language. */
export function presetKey({ names }: PresetReason): string {
  return names.en
}

function valuesOf({ names, category, type, color, activityType, includeInOee, isSmallStop = false }: PresetReason) {
  return {
    category,
    type,
    color,
    activityTypes: activityType === null ? [] : [activityType],
    includeInOeeCalculation: includeInOee,
    isSmallStop,
    translations: LANGUAGES.map((language) => ({ language, name: names[language] })),
  }
}

function folded(name: string): string {
  return name.trim().toLowerCase()
}
