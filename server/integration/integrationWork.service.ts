import { integrationAfter } from '#engine/integration/integrationState.ts'
import type { IntegrationEvent, IntegrationState } from '#engine/integration/integrationState.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { ConnectorFailure } from './connector/connector.ts'
import { integrationNotFound } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { lockIntegration, updateIntegration } from './integration.store.ts'
import type { Integration, IntegrationChanges } from './integration.store.ts'

/** Who works with an integration for longer counts as dead. */
const LEASE_MS = 10 * MINUTE_MS

/** Returns the state after the event; refuses INTEGRATION_BUSY while somebody works with it, and what is not legal (domain.md IN-4). */
export function moved(integration: Integration, event: IntegrationEvent, now: number): IntegrationState {
  const isBusy = integration.status === 'PROCESSING' && (integration.busyUntil?.getTime() ?? 0) > now
  if (isBusy) throw new Refusal({ code: 'INTEGRATION_BUSY', params: { since: integration.busySince?.getTime() ?? 0 } })
  // Whoever worked with it is dead: its work is taken over as if it had failed for now.
  const idle =
    integration.status === 'PROCESSING'
      ? ({ ...integration, status: integration.work === 'SETUP' ? 'FAILED' : 'CONNECTED' } as const)
      : integration
  const after = integrationAfter(idle, event)
  if (after === null) throw new Refusal({ code: 'INTEGRATION_STATUS', params: { status: integration.status } })
  return after
}

/** What the columns of a state are. */
export function stateColumns({ status, work, failures, isChecked }: IntegrationState): IntegrationChanges {
  return { status, work, failures, isChecked }
}

/** What is done with an integration while others are kept away. */
export type Work<T> = {
  readonly event: 'ENABLED' | 'RETRIED' | 'RUN_BEGAN' | 'SETUP_BEGAN'
  /** null = the schedule. */
  readonly userId: UserId | null
  /** Within the transaction that begins the work. */
  readonly begin?: (tenant: Tenant) => Promise<void>
  /** Outside of any transaction: it asks the other system. */
  readonly act: (integration: Integration) => Promise<T>
  /** Within the transaction that ends the work well. */
  readonly end?: (tenant: Tenant, done: T) => Promise<IntegrationChanges>
  /** Within the transaction that ends the work after a failure of the other system. */
  readonly fail?: (tenant: Tenant, failure: ConnectorFailure) => Promise<void>
}

/**
 * Does the work while the integration is PROCESSING, and returns what it did; null after a failure of the other system, which is stored. What the company
 * itself got wrong is thrown, and leaves the integration as it was.
 */
export async function workWith<T>(
  { database, now }: Pick<IntegrationDeps, 'database' | 'now'>,
  { companyId }: Pick<IntegrationMember, 'companyId'>,
  id: string,
  { event, userId, begin, act, end, fail }: Work<T>,
): Promise<T | null> {
  const before = await database.inTenant(companyId, async (tenant) => {
    const integration = await requireLocked(tenant, id)
    const state = moved(integration, event, now())
    const at = new Date(now())
    const busy = { busySince: at, busyUntil: new Date(at.getTime() + LEASE_MS), busyBy: userId }
    await updateIntegration(tenant, id, { ...stateColumns(state), ...busy }, at)
    await begin?.(tenant)
    return integration
  })
  const finish = async (changes: (tenant: Tenant, working: Integration) => Promise<IntegrationChanges>) =>
    await database.inTenant(companyId, async (tenant) => {
      const working = await requireLocked(tenant, id)
      const idle = { busySince: null, busyUntil: null, busyBy: null }
      await updateIntegration(tenant, id, { ...(await changes(tenant, working)), ...idle }, new Date(now()))
    })
  try {
    const done = await act(before)
    await finish(async (tenant, working) => {
      const after = integrationAfter(working, 'SUCCEEDED')
      return { ...(after && stateColumns(after)), error: null, ...(await end?.(tenant, done)) }
    })
    return done
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) {
      await finish(async () => stateColumns(before.status === 'PROCESSING' ? { ...before, status: 'CONNECTED', work: null } : before))
      throw error
    }
    await finish(async (tenant, working) => {
      await fail?.(tenant, error)
      const after = integrationAfter(working, error.isTransient ? 'FAILED_FOR_NOW' : 'FAILED_FOR_GOOD')
      return { ...(after && stateColumns(after)), error: { code: error.code, params: error.params } }
    })
    return null
  }
}

/** Returns the integration, locked until the transaction ends; refuses an unknown or foreign one. */
export async function requireLocked(tenant: Tenant, id: string): Promise<Integration> {
  const integration = await lockIntegration(tenant, id)
  if (integration === null) throw integrationNotFound(id)
  return integration
}
