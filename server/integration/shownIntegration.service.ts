import type { Tenant } from '#server/db/database.ts'
import { requireIntegration } from './integration.service.ts'
import { listIntegrations } from './integration.store.ts'
import type { Integration } from './integration.store.ts'
import { listFiles } from './integrationFile.store.ts'
import type { IntegrationFile } from './integrationFile.store.ts'
import { countOpen } from './outbox.store.ts'
import { listEndedOutside } from './run.store.ts'
import type { EndedOutside } from './run.store.ts'

/** An integration with what waits to go out, what ended over there, and the files that were put in. */
export type ShownIntegration = Integration & {
  readonly waiting: number
  readonly needsPerson: number
  readonly endedOutside: readonly EndedOutside[]
  readonly files: readonly IntegrationFile[]
}

/** Returns the integrations of the company as people see them. */
export async function shownIntegrations(tenant: Tenant, at: Date): Promise<readonly ShownIntegration[]> {
  const open = await countOpen(tenant)
  const shown: ShownIntegration[] = []
  for (const integration of await listIntegrations(tenant, at)) shown.push(await withOpen(tenant, integration, open))
  return shown
}

/** Returns one integration as people see it; refuses an unknown or foreign one. */
export async function shownIntegration(tenant: Tenant, id: string): Promise<ShownIntegration> {
  return await withOpen(tenant, await requireIntegration(tenant, id), await countOpen(tenant))
}

async function withOpen(tenant: Tenant, integration: Integration, open: Awaited<ReturnType<typeof countOpen>>): Promise<ShownIntegration> {
  const counts = open.get(integration.id) ?? { waiting: 0, needsPerson: 0 }
  const files = integration.service === 'CSV' ? await listFiles(tenant, integration.id) : []
  return { ...integration, ...counts, files, endedOutside: await listEndedOutside(tenant, integration.id) }
}
