import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ChosenExtensions, ExtensionId } from '#engine/extension/extension.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns what the company has switched on or off of the store. */
export async function listChosenExtensions({ tx, companyId }: Tenant): Promise<ChosenExtensions> {
  const rows = await tx
    .selectFrom('company_extension')
    .select(['extension', 'is_active as isActive'])
    .where('company_id', '=', companyId)
    .execute()
  return new Map(rows.map(({ extension, isActive }) => [extension, isActive]))
}

/** Returns whether the company of the statement has switched the extension off: then nothing of it goes on or is told (domain.md ST-1). */
export function isSwitchedOff(companyId: RawBuilder<unknown>, extension: ExtensionId): RawBuilder<boolean> {
  return sql<boolean>`exists (select from company_extension e where e.company_id = ${companyId} and e.extension = ${sql.lit(extension)} and not e.is_active)`
}

/** Stores that the company switched the extension on or off. */
export async function saveChosenExtension({ tx, companyId }: Tenant, extension: ExtensionId, isActive: boolean, at: Date): Promise<void> {
  await tx
    .insertInto('company_extension')
    .values({ company_id: companyId, extension, is_active: isActive, changed_on: at })
    .onConflict((conflict) => conflict.columns(['company_id', 'extension']).doUpdateSet({ is_active: isActive, changed_on: at }))
    .execute()
}
