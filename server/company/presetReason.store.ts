import type { Transaction } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import type { DB } from '#server/db/schema.ts'
import type { PresetReason } from './presetReasons.ts'

/** Stores the reasons that a new company begins with, named in its language and in all others, in their order. */
export async function insertPresetReasons(
  tx: Transaction<DB>,
  companyId: CompanyId,
  language: Language,
  presets: readonly PresetReason[],
): Promise<void> {
  const rows = await tx
    .insertInto('loss_reason')
    .values(
      presets.map((preset, index) => ({
        company_id: companyId,
        name: preset.names[language],
        category: preset.category,
        type: preset.type,
        color: preset.color,
        activity_types: preset.activityType === null ? [] : [preset.activityType],
        include_in_oee_calculation: preset.includeInOee,
        is_small_stop: preset.isSmallStop ?? false,
        is_default_planned: preset.isDefaultPlanned ?? false,
        sort_number: index + 1,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const idOf = new Map(rows.map((row) => [row.name, row.id]))
  await tx
    .insertInto('loss_reason_translation')
    .values(
      presets.flatMap((preset) => {
        const id = idOf.get(preset.names[language])
        if (id === undefined) throw new Error(`the reason ${preset.names[language]} was not stored`)
        return LANGUAGES.map((each) => ({ company_id: companyId, loss_reason_id: id, language: each, name: preset.names[each] }))
      }),
    )
    .execute()
}
