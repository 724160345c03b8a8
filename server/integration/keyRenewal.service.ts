import { endOfNewKey, isRenewalDue } from '#engine/integration/keyEnd.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import type { CompanyId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector/connector.ts'
import { connectorOf, openSecrets, sealSecrets, storedConnector } from './integrationDeps.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import { requireIntegration } from './integration.service.ts'
import { updateIntegration } from './integration.store.ts'
import type { Integration, StoredFailure } from './integration.store.ts'
import { requireLocked, workWith } from './integrationWork.service.ts'

/**
 * Renews the key of the integration where that is asked for and due, once a day (domain.md IN-19): a new key is made by the old one, tried, stored, and only
 * then the old one revoked. A failure stands beside the integration; its runs go on with the key that holds.
 */
export async function renewKey(deps: IntegrationDeps, companyId: CompanyId, id: string, signal?: AbortSignal): Promise<void> {
  const { database, now } = deps
  const { integration, zone } = await database.inTenant(companyId, async (tenant) => ({
    integration: await requireIntegration(tenant, id),
    zone: (await findCompany(tenant))?.timeZone ?? 'UTC',
  }))
  const { status, isDeleted, settings, keyEndsOn, keyTriedOn, secrets } = integration
  if (status !== 'CONNECTED' || isDeleted || secrets.apiKey === undefined) return
  const today = dateAt(zone, now())
  const isDue = settings.renewsKey === true && isRenewalDue(keyEndsOn, { today, triedOn: keyTriedOn })
  // Also once keys are not renewed any more: it opens as much as the one in use.
  const isLeft = secrets.formerKey !== undefined && keyTriedOn !== today
  if (!isDue && !isLeft) return
  await workWith(deps, { companyId }, id, {
    event: 'RUN_BEGAN',
    userId: null,
    signal,
    act: async (held, { outbound }): Promise<Tried> => {
      const asking = { ...deps, outbound }
      const keyError = isDue ? await failureOf(() => exchangeKey(asking, companyId, held, today)) : held.keyError
      // One that cannot be revoked today is tried again tomorrow; it ends by itself.
      await failureOf(() => revokeFormer(asking, companyId, id))
      return { held, keyError }
    },
    // It says nothing of the runs.
    end: async (_tenant, { held: { failures, isChecked, error }, keyError }) => {
      return { keyTriedOn: today, keyError, failures, isChecked, error }
    },
  })
}

/** The integration as the work began with it, and what is wrong with its key. */
type Tried = { readonly held: Integration; readonly keyError: StoredFailure | null }

type Asking = IntegrationDeps & { readonly outbound: GuardedFetch }

/** Has the key replaced by a new one that was tried; nothing is stored of one that does not open what the old one does. */
async function exchangeKey(
  { database, outbound, now }: Asking,
  companyId: CompanyId,
  integration: Integration,
  today: string,
): Promise<void> {
  const { id } = integration
  const opened = openSecrets(database.vault, companyId, integration)
  const { keys } = storedConnector({ database, outbound }, companyId, integration)
  if (keys === undefined) return
  const endsOn = endOfNewKey(today)
  const made = await keys.make(`Trueline ${today}`, endsOn)
  try {
    await connectorOf(outbound, integration, { ...opened, apiKey: made }).probe()
  } catch (failure) {
    await failureOf(() => keys.revoke(made))
    throw failure
  }
  const isStored = await database.inTenant(companyId, async (tenant) => {
    const at = new Date(now())
    const held = await requireLocked(tenant, id)
    // Somebody took it over and entered another.
    if (held.secrets.apiKey?.sealed !== integration.secrets.apiKey?.sealed) return false
    const secrets = sealSecrets(database.vault, { companyId, id, at }, held.secrets, { apiKey: made, formerKey: opened.apiKey ?? null })
    await updateIntegration(tenant, id, { secrets, keyEndsOn: endsOn }, at)
    const entry = { userId: null, at, action: 'UPDATE_INTEGRATION', subject: `integration ${held.name}` } as const
    await writeAudit(tenant, { ...entry, details: { event: 'KEY_RENEWED', secrets: ['apiKey'] } })
    return true
  })
  if (!isStored) await keys.revoke(made)
}

/** Ends the key before the one in use, by the one in use; one that is in use again is only forgotten. */
async function revokeFormer({ database, outbound, now }: Asking, companyId: CompanyId, id: string): Promise<void> {
  const integration = await database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
  const { apiKey, formerKey } = openSecrets(database.vault, companyId, integration)
  const { keys } = storedConnector({ database, outbound }, companyId, integration)
  if (formerKey === undefined || keys === undefined) return
  if (formerKey !== apiKey) await keys.revoke(formerKey)
  await database.inTenant(companyId, async (tenant) => {
    const at = new Date(now())
    const held = await requireLocked(tenant, id)
    // Another renewal may have replaced the previous key meanwhile.
    if (held.secrets.formerKey?.sealed !== integration.secrets.formerKey?.sealed) return
    const secrets = sealSecrets(database.vault, { companyId, id, at }, held.secrets, { formerKey: null })
    await updateIntegration(tenant, id, { secrets }, at)
  })
}

/** Returns the failure of the other system; null where there was none. */
async function failureOf(work: () => Promise<void>): Promise<StoredFailure | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    return { code: error.code, params: error.params }
  }
}
