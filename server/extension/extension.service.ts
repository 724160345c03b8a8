import { type Extension, EXTENSIONS, isExtensionOn, switchableExtension } from '#engine/extension/extension.ts'
import type { UserId } from '#engine/ids.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listChosenExtensions, saveChosenExtension } from './extension.store.ts'

/** An extension as the company has it. */
export type CompanyExtension = Extension & { readonly isActivated: boolean }

/** Returns what the store offers, and whether the company has it on. */
export async function listExtensions(tenant: Tenant): Promise<readonly CompanyExtension[]> {
  const chosen = await listChosenExtensions(tenant)
  return EXTENSIONS.map((one) => ({ ...one, isActivated: isExtensionOn(one, chosen) }))
}

/**
 * Returns the extension after the company switched it on or off (domain.md ST-1), with an entry in the audit log; switched again it changes nothing.
 * Refuses an unknown one and one that is not there yet. Its data stay.
 */
export async function switchExtension(
  tenant: Tenant,
  { id, isActivated, userId, at }: { readonly id: string; readonly isActivated: boolean; readonly userId: UserId; readonly at: Date },
): Promise<CompanyExtension> {
  const extension = switchableExtension(id)
  if ('code' in extension) throw new Refusal(extension)
  const wasActivated = isExtensionOn(extension, await listChosenExtensions(tenant))
  if (wasActivated !== isActivated) {
    await saveChosenExtension(tenant, extension.id, isActivated, at)
    const action = isActivated ? ('ACTIVATE_EXTENSION' as const) : ('DEACTIVATE_EXTENSION' as const)
    await audited(tenant, { userId, action, subject: extension.id, at }, { isActivated: wasActivated }, { isActivated })
  }
  return { ...extension, isActivated }
}
