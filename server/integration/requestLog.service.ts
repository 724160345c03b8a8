import type { CompanyId } from '#engine/ids.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { tracedFetch } from './connector/tracedFetch.ts'
import { openSecrets } from './integrationDeps.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import type { Integration } from './integration.store.ts'
import { addRequests, REQUESTS_KEPT } from './requestLog.store.ts'
import type { LoggedRequest } from './requestLog.store.ts'

export type RequestLog = {
  /** Asks, and notes what was asked. */
  readonly outbound: GuardedFetch
  /** Stores the last requests that were noted (domain.md IN-8); what was asked for stands, whether they can be stored or not. */
  readonly keep: (runId: string | null) => Promise<void>
}

/** Returns the way to ask the system of an integration that notes each request without its query, its body and any secret. */
export function requestLog(
  { database, outbound, now, log }: Pick<IntegrationDeps, 'database' | 'log' | 'now' | 'outbound'>,
  companyId: CompanyId,
  integration: Pick<Integration, 'id' | 'secrets'>,
): RequestLog {
  const secrets = Object.values(openSecrets(database.vault, companyId, integration))
  const noted: Omit<LoggedRequest, 'id' | 'runId'>[] = []
  const traced = tracedFetch(outbound, secrets, (request) => {
    noted.push({ ...request, askedOn: new Date(now() - request.ms) })
    if (noted.length > REQUESTS_KEPT) noted.shift()
  })
  return {
    outbound: traced,
    keep: async (runId) => {
      const requests = noted.splice(0).map((request) => ({ ...request, runId }))
      if (requests.length === 0) return
      try {
        await database.inTenant(companyId, (tenant) => addRequests(tenant, integration.id, requests))
      } catch (error) {
        log.error({ err: error, integration: integration.id }, 'the requests of an integration could not be stored')
      }
    },
  }
}
