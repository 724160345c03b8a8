import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { restOf, STORED_SECRETS } from '#engine/integration/integrationForm.ts'
import type { IntegrationSecret, StoredSecretName } from '#engine/integration/integrationForm.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { ImportDeps } from '#server/jobOrder/import/orderImport.service.ts'
import type { Logger } from '#server/log.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { Refusal } from '#server/refusal.ts'
import type { Vault } from '#server/vault.ts'
import { findCompany } from '#server/company/company.store.ts'
import { csvConnector } from './connector/csv.ts'
import { sharedPlace } from './connector/keptTokens.ts'
import type { TokenPlace } from './connector/keptTokens.ts'
import { odooConnector } from './connector/odoo.ts'
import { restConnector } from './connector/rest.ts'
import type { RestConnector } from './connector/rest.ts'
import { trytonConnector } from './connector/tryton.ts'
import { ConnectorFailure } from './connector/connector.ts'
import type { Connector, OursOf } from './connector/connector.ts'
import type { Integration, StoredSecret } from './integration.store.ts'
import { listFileRows } from './integrationFile.store.ts'
import { listLinks } from './link.store.ts'
import { listOurs } from './outbox.store.ts'

export type IntegrationDeps = ImportDeps & {
  readonly database: Database
  /** Asks systems that a customer named. */
  readonly outbound: GuardedFetch
  /** Asks the ERP of the demo company, and nothing else; left out = there is none. */
  readonly demoErp?: GuardedFetch | null
  readonly log: Pick<Logger, 'error'>
}

/** Returns the same for one company: that of the demo asks the product's own ERP alone, every other company never. */
export function depsOfCompany<Deps extends Pick<IntegrationDeps, 'demoErp' | 'outbound'>>(deps: Deps, companyId: CompanyId): Deps {
  return companyId === DEMO_COMPANY_ID ? { ...deps, outbound: deps.demoErp ?? refuseAddress } : deps
}

const refuseAddress: GuardedFetch = ({ url }) => Promise.reject(new OutboundFailure('ADDRESS_REFUSED', new URL(url).host))

export type IntegrationMember = { readonly companyId: CompanyId; readonly userId: UserId }

/** Returns the refusal of an integration that is unknown or of another company. */
export function integrationNotFound(id: string): Refusal {
  return new Refusal({ code: 'INTEGRATION_NOT_FOUND', params: { id } })
}

/** Returns what a secret of the integration is sealed for: one that is copied into the row of another opens nothing (domain.md IN-8). */
export function ownerOfIntegrationSecret(companyId: CompanyId, id: string, field: StoredSecretName): string {
  return `integration:${companyId}:${id}:${field}`
}

/** Returns the stored secrets with those that were entered: an empty one is kept, null removes it. */
export function sealSecrets(
  vault: Vault,
  place: { readonly companyId: CompanyId; readonly id: string; readonly at: Date },
  stored: Integration['secrets'],
  entered: Readonly<Partial<Record<StoredSecretName, string | null>>>,
): Integration['secrets'] {
  const kept: Partial<Record<StoredSecretName, StoredSecret>> = { ...stored }
  for (const field of STORED_SECRETS) {
    const text = entered[field]
    if (text === null) delete kept[field]
    else if (text !== undefined && text.trim() !== '')
      kept[field] = {
        sealed: vault.seal(text.trim(), ownerOfIntegrationSecret(place.companyId, place.id, field)),
        setOn: place.at.toISOString(),
      }
  }
  return kept
}

/** Returns the secrets in clear, for the connector alone. */
export function openSecrets(
  vault: Vault,
  companyId: CompanyId,
  { id, secrets }: Pick<Integration, 'id' | 'secrets'>,
): Partial<Record<StoredSecretName, string>> {
  const opened: Partial<Record<StoredSecretName, string>> = {}
  for (const field of STORED_SECRETS) {
    const stored = secrets[field]
    if (stored !== undefined) opened[field] = vault.open(stored.sealed, ownerOfIntegrationSecret(companyId, id, field))
  }
  return opened
}

const UNSTORED: ConnectorSurroundings = { zone: async () => 'UTC', oursOf: async () => new Map() }

type ConnectorSurroundings = {
  readonly zone: () => Promise<string>
  readonly oursOf: OursOf
  /** Where a token is kept from one turn to the next; left out = it is asked for by each connector. */
  readonly tokenPlace?: TokenPlace
}

type Connection = Pick<Integration, 'service' | 'serviceUrl' | 'settings'>
type OpenSecrets = Readonly<Partial<Record<IntegrationSecret, string | null>>>

/** Returns the connector of a connection that may not be stored yet: there are no files of it. `zone` is that of days over there, `oursOf` how orders stand here. */
export function connectorOf(
  fetcher: GuardedFetch,
  { service, serviceUrl, settings }: Connection,
  secrets: OpenSecrets,
  { zone, oursOf, tokenPlace }: ConnectorSurroundings = UNSTORED,
): Connector {
  const ask = trusting(fetcher, settings)
  switch (service) {
    case 'CSV':
      return csvConnector({ files: async () => [], linked: async () => [], zone: async () => 'UTC', readUntil: null })
    case 'ODOO':
      return odooConnector(ask, { ...settings, url: serviceUrl, apiKey: secrets.apiKey ?? '' }, oursOf)
    case 'TRYTON':
      return trytonConnector(ask, { ...settings, url: serviceUrl, password: secrets.apiKey ?? '', zone })
    case 'FACTORY_ONLINE':
    case 'REST':
      return restConnectorOf(fetcher, { service, serviceUrl, settings }, secrets, tokenPlace)
  }
}

/** Returns the connector of a stored integration, with its secrets or its files. */
export function storedConnector(
  { database, outbound }: Pick<IntegrationDeps, 'database' | 'outbound'>,
  companyId: CompanyId,
  integration: Integration,
): Connector {
  const zone = async () => (await database.inTenant(companyId, findCompany))?.timeZone ?? 'UTC'
  const { id, readUntil } = integration
  const oursOf: OursOf = (externalIds) => database.inTenant(companyId, (tenant) => listOurs(tenant, id, externalIds))
  if (integration.service !== 'CSV') {
    const secrets = openSecrets(database.vault, companyId, integration)
    const { serviceUrl, settings } = integration
    const client = [serviceUrl, settings.rest?.tokenUrl ?? '', secrets.clientId ?? '', secrets.clientSecret ?? '']
    return connectorOf(outbound, integration, secrets, { zone, oursOf, tokenPlace: sharedPlace(database, [companyId, id, ...client]) })
  }
  return csvConnector({
    readUntil,
    files: (after) => database.inTenant(companyId, (tenant) => listFileRows(tenant, id, after)),
    linked: async () =>
      (await database.inTenant(companyId, (tenant) => listLinks(tenant, id))).map(({ externalId, externalCode, externalName }) => ({
        id: externalId,
        code: externalCode,
        name: externalName,
      })),
    zone,
  })
}

/** Asks by the certificates of the connection, where it has its own. */
function trusting(fetcher: GuardedFetch, { certificate }: Integration['settings']): GuardedFetch {
  return certificate == null ? fetcher : (request) => fetcher({ ...request, trusts: certificate })
}

const SYSTEMS = { FACTORY_ONLINE: 'Factory Online', REST: 'REST' } as const

/** Returns the connector of a service that is spoken to over REST; fails for one that is not, or has no settings. */
export function restConnectorOf(
  fetcher: GuardedFetch,
  { service, serviceUrl, settings }: Connection,
  secrets: OpenSecrets,
  tokenPlace?: TokenPlace,
): RestConnector {
  const rest = restOf(service, settings.rest, secrets)
  if (rest === null || service === 'CSV' || service === 'ODOO' || service === 'TRYTON')
    throw new ConnectorFailure('INTEGRATION_SERVICE_UNKNOWN', { isTransient: false, params: { service } })
  return restConnector(trusting(fetcher, settings), {
    url: serviceUrl,
    rest,
    login: settings.login,
    secrets,
    tokenPlace,
    system: SYSTEMS[service],
  })
}
