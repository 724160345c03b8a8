import { X509Certificate } from 'node:crypto'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { CompanyId } from '#engine/ids.ts'
import { connectionProblems, isAnotherSystem, plainAddress } from '#engine/integration/integrationForm.ts'
import type { ConnectionForm, SystemPlace } from '#engine/integration/integrationForm.ts'
import type { TracedRequest } from '#engine/integration/requestTrace.ts'
import { integrationAfter, NEW_INTEGRATION } from '#engine/integration/integrationState.ts'
import type { IntegrationEvent } from '#engine/integration/integrationState.ts'
import type { Problem } from '#engine/result.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { AuditAction } from '#engine/access/auditActions.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { AuditValues } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { ConnectorFailure } from './connector/connector.ts'
import type { Probe } from './connector/connector.ts'
import { tracedFetch } from './connector/tracedFetch.ts'
import { connectorOf, integrationNotFound, openSecrets, restConnectorOf, sealSecrets, storedConnector } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { requireNoDemo, takeCheck } from '#server/company/mayAsk.ts'
import { inTenantNamingBusy, moved, requireLocked, stateColumns, workWith } from './integrationWork.service.ts'
import { leaveSystem } from './formerSystem.store.ts'
import { listLinks } from './link.store.ts'
import { findIntegration, insertIntegration, listIntegrations, updateIntegration } from './integration.store.ts'
import type { ConnectionSettings, Integration } from './integration.store.ts'

/** What a person enters of an integration; `id` null = a new one. */
export type IntegrationInput = ConnectionForm & {
  readonly id: string | null
  /** Whether orders are closed over there when they are closed here. */
  readonly closes: boolean
}

/** So many requests of a check are told of; it makes fewer. */
const MOST_TRACED = 50
const MOST_INTEGRATIONS = 20
const KEPT_DELETED_MS = 30 * DAY_MS

/** What the check of a connection found: that of the other system, or the failure. */
export type ConnectionCheck = {
  readonly probe: Probe | null
  readonly failure: ConnectorFailure | null
  /** What was asked for it, in its order. */
  readonly requests: readonly TracedRequest[]
}

/** Returns what a check of the connection finds, with the stored secrets where none is entered; nothing is stored. */
export async function checkConnection(
  { database, outbound, now }: IntegrationDeps,
  { companyId }: IntegrationMember,
  input: IntegrationInput,
): Promise<ConnectionCheck> {
  const secrets = await secretsToAsk({ database, now }, { companyId }, input)
  const requests: TracedRequest[] = []
  const traced = tracedFetch(
    outbound,
    Object.values(secrets).flatMap((secret) => secret ?? []),
    (request) => {
      if (requests.length < MOST_TRACED) requests.push(request)
    },
  )
  const connector = connectorOf(traced, connectionOf(input), secrets)
  try {
    return { probe: await connector.probe(), failure: null, requests }
  } catch (failure) {
    if (failure instanceof ConnectorFailure) return { probe: null, failure, requests }
    throw failure
  }
}

/** What an interface answers to the mapping of its fields: the first record of a list with those around it, and how many the page has. */
export type AnswerSample = {
  readonly count: number
  /** The first record, then those that it stands in, as JSON. */
  readonly records: readonly string[]
  readonly failure: ConnectorFailure | null
}

const MOST_SAMPLE = 20_000

/** Returns a record of the other system's list as it is answered, for who maps its fields (domain.md IN-3); nothing is stored. */
export async function sampleAnswer(
  { database, outbound, now }: IntegrationDeps,
  { companyId }: IntegrationMember,
  input: IntegrationInput,
  list: 'ORDERS' | 'WORK_CENTERS',
): Promise<AnswerSample> {
  const secrets = await secretsToAsk({ database, now }, { companyId }, input)
  try {
    const { records } = await restConnectorOf(outbound, connectionOf(input), secrets).sample(list)
    const [first] = records
    const shown = first === undefined ? [] : [first.value, ...first.parents].map((value) => JSON.stringify(value ?? null))
    if (shown.some((text) => text.length > MOST_SAMPLE))
      throw new ConnectorFailure('INTEGRATION_TOO_LARGE', { isTransient: false, params: { host: plainAddress(input.serviceUrl) } })
    return { count: records.length, records: shown, failure: null }
  } catch (failure) {
    if (failure instanceof ConnectorFailure) return { count: 0, records: [], failure }
    throw failure
  }
}

/** Refuses what is wrong with the form, who may not ask, and who asks too often; returns what is entered over what is stored. */
async function secretsToAsk(
  { database, now }: Pick<IntegrationDeps, 'database' | 'now'>,
  { companyId }: Pick<IntegrationMember, 'companyId'>,
  input: IntegrationInput,
): Promise<IntegrationInput['secrets']> {
  refuseAll([...connectionProblems(input), ...unreadableCertificate(input)])
  await requireNoDemo({ database }, companyId, addressOf(input))
  takeCheck({ database }, companyId, now())
  const stored = input.id === null ? null : await database.inTenant(companyId, (tenant) => requireIntegration(tenant, input.id ?? ''))
  if (stored !== null) requireSameService(stored, input)
  return { ...(stored && isSameAddress(stored, input) && openSecrets(database.vault, companyId, stored)), ...entered(input) }
}

/** Its settings, secrets and links are of its service. */
function requireSameService({ service }: Pick<Integration, 'service'>, input: IntegrationInput): void {
  if (input.service !== service) throw new Refusal({ code: 'INVALID_FORMAT', field: 'service', params: { example: service } })
}

/** Files come from no address. */
function addressOf({ service, serviceUrl }: IntegrationInput): string {
  return service === 'CSV' ? '' : plainAddress(serviceUrl)
}

/** Secrets of one address are not sent to another, nor to another that gives tokens. */
function isSameAddress({ serviceUrl, settings }: Pick<Integration, 'serviceUrl' | 'settings'>, input: IntegrationInput): boolean {
  return serviceUrl === addressOf(input) && (settings.rest?.tokenUrl ?? '') === (settingsOf(input).rest?.tokenUrl ?? '')
}

function systemOf({ serviceUrl, settings }: Pick<Integration, 'serviceUrl' | 'settings'>): SystemPlace {
  return { serviceUrl, database: settings.database }
}

function connectionOf(input: IntegrationInput): Pick<Integration, 'service' | 'serviceUrl' | 'settings'> {
  return { service: input.service, serviceUrl: addressOf(input), settings: settingsOf(input) }
}

/**
 * Returns the id of the integration after it was stored. Its connection is checked first: what the check finds wrong is refused with its code, unless
 * the check is ignored; then it counts as not checked. One of another system than before is set up again: what waits for the old one is left unsaid, and
 * nothing is read or told until that is done (domain.md IN-4).
 */
export async function saveIntegration(
  deps: IntegrationDeps,
  member: IntegrationMember,
  input: IntegrationInput,
  { ignoresCheck }: { readonly ignoresCheck: boolean },
): Promise<string> {
  refuseAll([...connectionProblems(input), ...unreadableCertificate(input)])
  if (ignoresCheck) {
    await requireNoDemo(deps, member.companyId, addressOf(input))
    takeCheck(deps, member.companyId, deps.now())
  }
  const check = ignoresCheck ? null : await checkConnection(deps, member, input)
  if (check !== null && check.failure !== null)
    throw new Refusal({ code: check.failure.code, field: 'serviceUrl', params: check.failure.params })
  const { database, now } = deps
  return await inTenantNamingBusy(database, member.companyId, async (tenant) => {
    const at = new Date(now())
    const serviceUrl = addressOf(input)
    const name = input.name.trim()
    const id = input.id ?? (await create(tenant, member, { ...input, name, serviceUrl }, at))
    const stored = await requireLocked(tenant, id)
    requireSameService(stored, input)
    const event: IntegrationEvent = ignoresCheck ? 'SAVED_UNCHECKED' : 'SAVED'
    const saved = input.id === null ? integrationAfter(NEW_INTEGRATION, event) : moved(stored, event, now())
    const isElsewhere = input.id !== null && isAnotherSystem(systemOf(stored), systemOf(connectionOf(input)))
    const state = isElsewhere && saved?.status === 'CONNECTED' ? integrationAfter(saved, 'RECONFIGURED') : saved
    const leftUnsaid = isElsewhere ? await leaveSystem(tenant, id, { userId: member.userId, at }) : 0
    // Secrets that were given for one address are not sent to another.
    const kept = isSameAddress(stored, input) ? stored.secrets : {}
    const { isSameKey, isFormer } = compareKeys(openSecrets(database.vault, member.companyId, { id, secrets: kept }), input.secrets)
    // The key before the one in use that is in use again must not be revoked.
    const entered = isFormer ? { ...input.secrets, formerKey: null } : input.secrets
    const secrets = sealSecrets(database.vault, { companyId: member.companyId, id, at }, kept, entered)
    const probed = check === null || check.probe === null ? {} : { probe: check.probe, probedOn: at }
    const settings = settingsOf(input)
    // Another key, another end of it, or another wish to renew it is tried anew.
    const isSame = isSameKey && stored.keyEndsOn === input.keyEndsOn && stored.settings.renewsKey === settings.renewsKey
    const key = { keyEndsOn: input.keyEndsOn, ...(!isSame && { keyTriedOn: null, keyError: null }) }
    const unread = isElsewhere ? { readUntil: null, readAllOn: null, scheduledSince: null, nextRunOn: null } : {}
    const changes = { name, serviceUrl, settings, secrets, ...key, ...unread, updatedBy: member.userId }
    await updateIntegration(tenant, id, { ...(state && stateColumns(state)), ...changes, ...probed, error: null }, at)
    const names = Object.keys(input.secrets).filter((field) => Object.hasOwn(secrets, field))
    await audit(tenant, member, input.id === null ? 'CREATE_INTEGRATION' : 'UPDATE_INTEGRATION', {
      name,
      at,
      more: { serviceUrl, secrets: names, ...(isElsewhere && { database: settings.database ?? '', leftUnsaid }) },
    })
    return id
  })
}

/** Returns whether the key that was entered is the one in use, and whether it is the one before it; one that is left out is kept. */
function compareKeys(
  held: ReturnType<typeof openSecrets>,
  { apiKey }: IntegrationInput['secrets'],
): { readonly isSameKey: boolean; readonly isFormer: boolean } {
  const key = apiKey === null ? undefined : apiKey?.trim() || held.apiKey
  return { isSameKey: key === held.apiKey, isFormer: key !== undefined && key === held.formerKey }
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

/** Other visitors look at the same card. */
function refuseInDemo(companyId: CompanyId): void {
  if (companyId === DEMO_COMPANY_ID) throw new Refusal({ code: 'DEMO_ACCOUNT' })
}

/** Ends the runs of the integration; what waits to go out is kept. */
export async function disableIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  refuseInDemo(member.companyId)
  await step(deps, member, id, 'DISABLED', 'DISABLE_INTEGRATION')
}

/** Has the integration set up anew: "No, change configuration". */
export async function reconfigureIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  await step(deps, member, id, 'RECONFIGURED', 'UPDATE_INTEGRATION')
}

/** Deletes the integration for 30 days, and its secrets for good. */
export async function deleteIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  refuseInDemo(member.companyId)
  await step(deps, member, id, 'DELETED', 'DELETE_INTEGRATION')
}

/** Brings a deleted integration back; it is disabled, and its secrets are asked for again. */
export async function restoreIntegration(deps: IntegrationDeps, member: IntegrationMember, id: string): Promise<void> {
  refuseInDemo(member.companyId)
  await step(deps, member, id, 'RESTORED', 'RESTORE_INTEGRATION')
}

async function step(
  { database, now }: IntegrationDeps,
  member: IntegrationMember,
  id: string,
  event: 'DELETED' | 'DISABLED' | 'RECONFIGURED' | 'RESTORED',
  action: AuditAction,
): Promise<void> {
  await inTenantNamingBusy(database, member.companyId, async (tenant) => {
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

/**
 * Connects a disabled integration again, or tries a failed one once more with the same parameters: "Yes, retry". One without links was never set up, or is
 * of another system by now: it waits for its setup (domain.md IN-4).
 */
export async function reconnectIntegration(
  deps: IntegrationDeps,
  member: IntegrationMember,
  id: string,
  event: 'ENABLED' | 'RETRIED',
): Promise<void> {
  const { database, now } = deps
  const { serviceUrl } = await database.inTenant(member.companyId, (tenant) => requireIntegration(tenant, id))
  await requireNoDemo(deps, member.companyId, serviceUrl)
  await workWith(deps, member, id, {
    event,
    userId: member.userId,
    act: (integration, { outbound }) => storedConnector({ database, outbound }, member.companyId, integration).probe(),
    end: async (tenant, probe) => {
      const at = new Date(now())
      const integration = await requireLocked(tenant, id)
      const { name, scheduledSince } = integration
      const isSetUp = (await listLinks(tenant, id)).length > 0
      const connected = isSetUp ? null : integrationAfter(integration, 'SUCCEEDED')
      const state = connected && integrationAfter(connected, 'RECONFIGURED')
      await audit(tenant, member, 'ENABLE_INTEGRATION', { name, at, more: { event } })
      return {
        ...(state && stateColumns(state)),
        probe,
        probedOn: at,
        nextRunOn: scheduledSince === null ? null : at,
        updatedBy: member.userId,
      }
    },
  })
}

/** Returns the integration; refuses an unknown or foreign one. */
export async function requireIntegration(tenant: Tenant, id: string): Promise<Integration> {
  const integration = await findIntegration(tenant, id)
  if (integration === null) throw integrationNotFound(id)
  return integration
}

function settingsOf({ service, database, login, certificate, closes, renewsKey, rest }: IntegrationInput): ConnectionSettings {
  const common = { database: database.trim() || null, login: login.trim() || null, certificate: certificate.trim() || null }
  return { ...common, closes, renewsKey: service === 'ODOO' && renewsKey, rest: service === 'REST' ? rest : null }
}

/** Of certificates with the right frame and nothing readable in it: with one of them no connection could be made at all. */
function unreadableCertificate({ certificate }: IntegrationInput): readonly Problem[] {
  const all = certificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const one of all) new X509Certificate(one)
    return []
  } catch {
    return [{ code: 'INVALID_FORMAT', field: 'certificate', params: { example: '-----BEGIN CERTIFICATE-----' } }]
  }
}

/** An empty field keeps what is stored. */
function entered({ secrets }: IntegrationInput): IntegrationInput['secrets'] {
  return Object.fromEntries(Object.entries(secrets).filter(([, text]) => text === null || text.trim() !== ''))
}

async function audit(
  tenant: Tenant,
  { userId }: IntegrationMember,
  action: AuditAction,
  { name, at, more }: { readonly name: string; readonly at: Date; readonly more: AuditValues },
): Promise<void> {
  await writeAudit(tenant, { userId, at, action, subject: `integration ${name}`, details: more })
}
