import type { Tenant } from '#server/db/database.ts'
import { listCancelledHere } from './cancelledHere.store.ts'
import type { CancelledHere } from './cancelledHere.store.ts'
import { requireIntegration } from './integration.service.ts'
import { listIntegrations } from './integration.store.ts'
import type { Integration } from './integration.store.ts'
import { listFiles } from './integrationFile.store.ts'
import type { IntegrationFile } from './integrationFile.store.ts'
import { countOpen, lastHeard } from './outbox.store.ts'
import { lastRuns, listEndedOutside } from './run.store.ts'
import type { EndedOutside, IntegrationRun } from './run.store.ts'

/** An integration with its last import, what went out and waits to, what ended over there, and the files that were put in. */
export type ShownIntegration = Integration & {
  readonly waiting: number
  readonly needsPerson: number
  readonly lastRun: IntegrationRun | null
  readonly lastSentOn: Date | null
  readonly endedOutside: readonly EndedOutside[]
  readonly cancelledHere: readonly CancelledHere[]
  readonly files: readonly IntegrationFile[]
}

/** Returns the integrations of the company as people see them. */
export async function shownIntegrations(tenant: Tenant, at: Date): Promise<readonly ShownIntegration[]> {
  const traffic = await trafficOf(tenant)
  const shown: ShownIntegration[] = []
  for (const integration of await listIntegrations(tenant, at)) shown.push(await withTraffic(tenant, integration, traffic, at))
  return shown
}

/** Returns one integration as people see it; refuses an unknown or foreign one. */
export async function shownIntegration(tenant: Tenant, id: string, at: Date): Promise<ShownIntegration> {
  return await withTraffic(tenant, await requireIntegration(tenant, id), await trafficOf(tenant), at)
}

async function trafficOf(tenant: Tenant) {
  return { open: await countOpen(tenant), runs: await lastRuns(tenant), heard: await lastHeard(tenant) }
}

async function withTraffic(
  tenant: Tenant,
  integration: Integration,
  { open, runs, heard }: Awaited<ReturnType<typeof trafficOf>>,
  at: Date,
): Promise<ShownIntegration> {
  const { id } = integration
  const counts = open.get(id) ?? { waiting: 0, needsPerson: 0 }
  const files = integration.service === 'CSV' ? await listFiles(tenant, id) : []
  const traffic = { lastRun: runs.get(id) ?? null, lastSentOn: heard.get(id) ?? null }
  return {
    ...integration,
    ...counts,
    ...traffic,
    files,
    endedOutside: await listEndedOutside(tenant, id),
    cancelledHere: await listCancelledHere(tenant, id, at),
  }
}
