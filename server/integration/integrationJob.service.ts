import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { tellAttention } from './attention.service.ts'
import { requireIntegration } from './integration.service.ts'
import { listDueIntegrations } from './integration.store.ts'
import { depsOfCompany } from './integrationDeps.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import { enqueueIntegration, INTEGRATION_JOB } from './integrationJob.ts'
import { tidyIntegrations } from './integrationUpkeep.ts'
import { endLostWork } from './integrationWork.service.ts'
import { isDemoErp, isOfDemo } from '#server/company/mayAsk.ts'
import { renewKey } from './keyRenewal.service.ts'
import { runIntegration } from './integrationRun.service.ts'
import { sendOutbox } from './outbox.service.ts'

const LOOK_EVERY_MS = 10 * SECOND_MS

/** Has integrations run by jobs of this process, one job an integration at a time. */
export function workIntegrations(
  jobs: Pick<Jobs, 'every' | 'handle'>,
  deps: IntegrationDeps & { readonly config: { readonly publicUrl: string } },
): void {
  const { database, now, config } = deps
  jobs.every('INTEGRATION_ATTENTION', { next: (at) => at + MINUTE_MS }, () => tellAttention({ database, now, publicUrl: config.publicUrl }))
  jobs.every('INTEGRATION_UPKEEP', { next: (at) => at + DAY_MS }, () => tidyIntegrations(database, now()))
  jobs.every('INTEGRATION_SCHEDULE', { next: (at) => at + LOOK_EVERY_MS }, async () => {
    await deps.database.inSystem(async (tx) => {
      for (const { companyId, id } of await listDueIntegrations(tx, new Date(deps.now()))) await enqueueIntegration({ tx, companyId }, id)
    })
  })
  jobs.handle(INTEGRATION_JOB, async ({ integrationId }, { companyId, signal }) => {
    await workOnce(deps, companyId, integrationId, signal)
  })
}

/** Does what is due of an integration: the renewal of its key, its run by the schedule, then what waits to go out. */
export async function workOnce(given: IntegrationDeps, companyId: CompanyId, id: string, signal?: AbortSignal): Promise<void> {
  const deps = depsOfCompany(given, companyId)
  const { serviceUrl } = await deps.database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
  if (!isDemoErp(companyId, serviceUrl) && (await isOfDemo(deps, companyId))) return
  await endLostWork(deps, companyId, id)
  await renewKey(deps, companyId, id, signal)
  const integration = await deps.database.inTenant(companyId, (tenant) => requireIntegration(tenant, id))
  const isDue = integration.nextRunOn !== null && integration.nextRunOn.getTime() <= deps.now()
  if (!integration.isDeleted && integration.status === 'CONNECTED' && isDue)
    try {
      await runIntegration(deps, { companyId, id, kind: 'RUN', member: null, checkToken: null, signal })
    } catch (error) {
      // It stands in the run; the next one comes by the schedule.
      if (!(error instanceof Refusal)) throw error
    }
  await sendOutbox(deps, companyId, id, signal)
}
