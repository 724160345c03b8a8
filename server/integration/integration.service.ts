import { connectionProblems, plainAddress } from '#engine/integration/integrationForm.ts'
import type { ConnectionForm } from '#engine/integration/integrationForm.ts'
import { integrationAfter, NEW_INTEGRATION } from '#engine/integration/integrationState.ts'
import type { IntegrationEvent } from '#engine/integration/integrationState.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { AuditAction } from '#engine/access/auditActions.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { ConnectorFailure } from './connector/connector.ts'
import type { Probe } from './connector/connector.ts'
import { connectorOf, integrationNotFound, openSecrets, sealSecrets } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { requireNoDemo, takeCheck } from './mayAsk.ts'
import { moved, requireLocked, stateColumns, workWith } from './integrationWork.service.ts'
import { findIntegration, insertIntegration, listIntegrations, updateIntegration } from './integration.store.ts'
import type { ConnectionSettings, Integration } from './integration.store.ts'

/** What a person enters of an integration; `id` null = a new one. */
export type IntegrationInput = ConnectionForm & {
  readonly id: string | null
  /** Whether orders are closed over there when they are closed here. */
  readonly closes: boolean
  /** YYYY-MM-DD; null = the key does not end. */
  readonly keyEndsOn: string | null
}

const MOST_INTEGRATIONS = 20
const KEPT_DELETED_MS = 30 * DAY_MS

/** What the check of a connection found: that of the other system, or the failure. */
export type ConnectionCheck = { readonly probe: Probe | null; readonly failure: ConnectorFailure | null }

/** Returns what a check of the connection finds, with the stored secrets where none is entered; nothing is stored. */
export async function checkConnection(
  { database, outbound, now }: IntegrationDeps,
  { companyId }: IntegrationMember,
  input: IntegrationInput,
): Promise<ConnectionCheck> {
  refuseAll(connectionProblems(input))
  await requireNoDemo({ database }, companyId)
  takeCheck({ database }, companyId, now())
  const stored = input.id === null ? null : await database.inTenant(companyId, (tenant) => requireIntegration(tenant, input.id ?? ''))
  // Secrets of one address are not sent to another.
  const isSameAddress = stored?.serviceUrl === plainAddress(input.serviceUrl)
  const secrets = { ...(stored && isSameAddress && openSecrets(database.vault, companyId, stored)), ...entered(input) }
  const connector = connectorOf(outbound, { ...input, serviceUrl: plainAddress(input.serviceUrl), settings: settingsOf(input) }, secrets)
  try {
    return { probe: await connector.probe(), failure: null }
  } catch (failure) {
    if (failure instanceof ConnectorFailure) return { probe: null, failure }
    throw failure
  }
}

/**
 * Returns the id of the integration after it was stored. Its connection is checked first: what the check finds wrong is refused with its code, unless
 * the check is ignored; then it counts as not checked (domain.md IN-4).
 */
export async function saveIntegration(
  deps: IntegrationDeps,
  member: IntegrationMember,
  input: IntegrationInput,
  { ignoresCheck }: { readonly ignoresCheck: boolean },
): Promise<string> {
  refuseAll(connectionProblems(input))
  if (ignoresCheck) {
    await requireNoDemo(deps, member.companyId)
    takeCheck(deps, member.companyId, deps.now())
  }
  const check = ignoresCheck ? null : await checkConnection(deps, member, input)
  if (check !== null && check.failure !== null)
    throw new Refusal({ code: check.failure.code, field: 'serviceUrl', params: check.failure.params })
  const { database, now } = deps
  return await database.inTenant(member.companyId, async (tenant) => {
    const at = new Date(now())
    const serviceUrl = plainAddress(input.serviceUrl)
    const name = input.name.trim()
    const id = input.id ?? (await create(tenant, member, { ...input, name, serviceUrl }, at))
    const stored = await requireLocked(tenant, id)
    const event: IntegrationEvent = ignoresCheck ? 'SAVED_UNCHECKED' : 'SAVED'
    const state = input.id === null ? integrationAfter(NEW_INTEGRATION, event) : moved(stored, event, now())
    // Secrets that were given for one address are not sent to another.
    const kept = stored.serviceUrl === serviceUrl ? stored.secrets : {}
    const secrets = sealSecrets(database.vault, { companyId: member.companyId, id, at }, kept, input.secrets)
    const probed = check === null || check.probe === null ? {} : { probe: check.probe, probedOn: at }
    const changes = { name, serviceUrl, settings: settingsOf(input), secrets, keyEndsOn: input.keyEndsOn, updatedBy: member.userId }
    await updateIntegration(tenant, id, { ...(state && stateColumns(state)), ...changes, ...probed, error: null }, at)
    const names = Object.keys(input.secrets).filter((field) => Object.hasOwn(secrets, field))
    await audit(tenant, member, input.id === null ? 'CREATE_INTEGRATION' : 'UPDATE_INTEGRATION', {
      name,
      at,
      more: { serviceUrl, secrets: names },
    })
    return id
  })
}

async function create(
  tenant: Tenant,
  { userId }: IntegrationMember,
  input: Pick<Integration, 'name' | 'service' | 'serviceUrl'>,
  at: Date,
): Promise<string> {
  if ((await listIntegrations(tenant, at)).length >= MOST_INTEGRATIONS)
    throw new Refusal({ code: 'TOO_MANY_INTEGRATIONS', params: { max: MOST_INTEGRATIONS } })
  return await insertIntegration(tenant, { ...input, userId, at })
}

/** Ends the runs of the integration; what waits to go out is kept. */
export async function disableIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  await step(deps, member, id, 'DISABLED', 'DISABLE_INTEGRATION')
}

/** Has the integration set up anew: "No, change configuration". */
export async function reconfigureIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  await step(deps, member, id, 'RECONFIGURED', 'UPDATE_INTEGRATION')
}

/** Deletes the integration for 30 days, and its secrets for good. */
export async function deleteIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  await step(deps, member, id, 'DELETED', 'DELETE_INTEGRATION')
}

/** Brings a deleted integration back; it is disabled, and its secrets are asked for again. */
export async function restoreIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  await step(deps, member, id, 'RESTORED', 'RESTORE_INTEGRATION')
}

async function step(
  { database, now }: IntegrationDeps,
  member: IntegrationMember,
  id: string,
  event: 'DELETED' | 'DISABLED' | 'RECONFIGURED' | 'RESTORED',
  action: AuditAction,
): Promise<void> {
  await database.inTenant(member.companyId, async (tenant) => {
    const at = new Date(now())
    const integration = await requireLocked(tenant, id)
    if (integration.deletedOn !== null && at.getTime() - integration.deletedOn.getTime() > KEPT_DELETED_MS) throw integrationNotFound(id)
    const columns = stateColumns(moved(integration, event, now()))
    const more = {
      ...(event === 'DELETED' && { deletedOn: at, secrets: {} }),
      ...(event === 'RESTORED' && { deletedOn: null }),
      ...(event !== 'RECONFIGURED' && { nextRunOn: null }),
    }
    await updateIntegration(tenant, id, { ...columns, ...more, updatedBy: member.userId }, at)
    await audit(tenant, member, action, { name: integration.name, at, more: { event } })
  })
}

/** Connects a disabled integration again, or tries a failed one once more with the same parameters: "Yes, retry". */
export async function reconnectIntegration(
  deps: IntegrationDeps,
  member: IntegrationMember,
  id: string,
  event: 'ENABLED' | 'RETRIED',
): Promise<void> {
  const { database, now } = deps
  await requireNoDemo(deps, member.companyId)
  await workWith(deps, member, id, {
    event,
    userId: member.userId,
    act: (integration, { outbound }) =>
      connectorOf(outbound, integration, openSecrets(database.vault, member.companyId, integration)).probe(),
    end: async (tenant, probe) => {
      const at = new Date(now())
      const { name } = await requireLocked(tenant, id)
      await audit(tenant, member, 'ENABLE_INTEGRATION', { name, at, more: { event } })
      return { probe, probedOn: at, nextRunOn: at, updatedBy: member.userId }
    },
  })
}

/** Returns the integration; refuses an unknown or foreign one. */
export async function requireIntegration(tenant: Tenant, id: string): Promise<Integration> {
  const integration = await findIntegration(tenant, id)
  if (integration === null) throw integrationNotFound(id)
  return integration
}

function settingsOf({ database, login, closes }: IntegrationInput): ConnectionSettings {
  return { database: database.trim() || null, login: login.trim() || null, closes }
}

/** An empty field keeps what is stored. */
function entered({ secrets }: IntegrationInput): IntegrationInput['secrets'] {
  return Object.fromEntries(Object.entries(secrets).filter(([, text]) => text === null || text.trim() !== ''))
}

async function audit(
  tenant: Tenant,
  { userId }: IntegrationMember,
  action: AuditAction,
  { name, at, more }: { readonly name: string; readonly at: Date; readonly more: Readonly<Record<string, readonly string[] | string>> },
): Promise<void> {
  await writeAudit(tenant, { userId, at, action, subject: `integration ${name}`, details: more })
}
