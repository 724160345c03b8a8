import { integrationAfter, pauseAfterFailure } from '#engine/integration/integrationState.ts'
import type { IntegrationEvent, IntegrationState } from '#engine/integration/integrationState.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { Refusal } from '#server/refusal.ts'
import { fullName } from '#engine/user/person.ts'
import { listUsers } from '#server/user/user.store.ts'
import { ConnectorFailure } from './connector/connector.ts'
import { integrationNotFound } from './integrationDeps.ts'
import type { IntegrationDeps, IntegrationMember } from './integrationDeps.ts'
import { lockIntegration, renewLease, updateIntegration } from './integration.store.ts'
import type { Integration, IntegrationChanges, StoredFailure } from './integration.store.ts'

/** Who works with an integration for longer counts as dead. */
const LEASE_MS = 10 * MINUTE_MS

/** Returns the state after the event; refuses INTEGRATION_BUSY while somebody works with it, and what is not legal (domain.md IN-4). */
export function moved(integration: Integration, event: IntegrationEvent, now: number): IntegrationState {
  const isBusy = integration.status === 'PROCESSING' && (integration.busyUntil?.getTime() ?? 0) > now
  if (isBusy) {
    const since = integration.busySince?.getTime() ?? now
    const minutes = Math.max(1, Math.round((now - since) / MINUTE_MS))
    throw new Refusal({ code: 'INTEGRATION_BUSY', params: { since, minutes, who: integration.busyBy ?? '' } })
  }
  // Whoever worked with it is dead: its work is taken over as if it had failed for now.
  const idle =
    integration.status === 'PROCESSING'
      ? ({ ...integration, status: integration.work === 'SETUP' ? 'FAILED' : 'CONNECTED' } as const)
      : integration
  const after = integrationAfter(idle, event)
  if (after === null) throw new Refusal({ code: 'INTEGRATION_STATUS', params: { status: integration.status } })
  return after
}

/** Does the work in the company; one that is refused because somebody works with the integration says who (domain.md IN-4). */
export async function inTenantNamingBusy<T>(database: Database, companyId: CompanyId, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  try {
    return await database.inTenant(companyId, work)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INTEGRATION_BUSY') throw error
    const id = typeof error.params['who'] === 'string' && error.params['who'] !== '' ? asId<UserId>(error.params['who']) : null
    const [user] = id === null ? [] : await database.inSystem((tx) => listUsers(tx, [id]))
    const who = user === undefined ? '' : fullName(user)
    throw new Refusal({ code: error.code, params: { ...error.params, who } }, { cause: error })
  }
}

/** What the columns of a state are. */
export function stateColumns({ status, work, failures, isChecked }: IntegrationState): IntegrationChanges {
  return { status, work, failures, isChecked }
}

export type Alive = {
  /** Keeps the integration for the work; refuses INTEGRATION_BUSY once somebody took it over. */
  readonly renew: () => Promise<void>
  /** Renews before each question. */
  readonly outbound: GuardedFetch
}

/** What is done with an integration while others are kept away. */
export type Work<T> = {
  readonly event: 'ENABLED' | 'RETRIED' | 'RUN_BEGAN' | 'SETUP_BEGAN'
  /** null = the schedule. */
  readonly userId: UserId | null
  /** Within the transaction that begins the work. */
  readonly begin?: (tenant: Tenant) => Promise<void>
  /** Outside of any transaction: it asks the other system, and whatever it does shows that it is alive. */
  readonly act: (integration: Integration, alive: Alive) => Promise<T>
  /** Ends the work early. */
  readonly signal?: AbortSignal | undefined
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
  { database, now, outbound }: Pick<IntegrationDeps, 'database' | 'now' | 'outbound'>,
  { companyId }: Pick<IntegrationMember, 'companyId'>,
  id: string,
  { event, userId, begin, act, end, fail, signal }: Work<T>,
): Promise<T | null> {
  const since = new Date(now())
  const before = await inTenantNamingBusy(database, companyId, async (tenant) => {
    const integration = await requireLocked(tenant, id)
    const state = moved(integration, event, now())
    const busy = { busySince: since, busyUntil: new Date(since.getTime() + LEASE_MS), busyBy: userId }
    await updateIntegration(tenant, id, { ...stateColumns(state), ...busy }, since)
    await begin?.(tenant)
    return integration
  })
  const finish = async (changes: (tenant: Tenant, working: Integration) => Promise<IntegrationChanges>) =>
    await database.inTenant(companyId, async (tenant) => {
      const working = await requireLocked(tenant, id)
      if (working.status !== 'PROCESSING' || working.busySince?.getTime() !== since.getTime()) throw takenOver(working)
      const idle = { busySince: null, busyUntil: null, busyBy: null }
      await updateIntegration(tenant, id, { ...(await changes(tenant, working)), ...idle }, new Date(now()))
    })
  const renew = async () => {
    signal?.throwIfAborted()
    const until = new Date(now() + LEASE_MS)
    const isOurs = await database.inTenant(companyId, (tenant) => renewLease(tenant, id, { since, until }))
    if (!isOurs) throw takenOver({ busySince: null })
  }
  const alive: Alive = {
    renew,
    outbound: async (request) => {
      await renew()
      return await outbound(request)
    },
  }
  // Whatever became of a run, the next one waits for its time (domain.md IN-4).
  const later = (failures: number) =>
    event === 'RUN_BEGAN' && before.scheduledSince !== null
      ? { nextRunOn: new Date(now() + pauseAfterFailure({ failures, everyMinutes: before.everyMinutes })) }
      : {}
  try {
    const done = await act(before, alive)
    await finish(async (tenant, working) => {
      const after = integrationAfter(working, 'SUCCEEDED')
      return { ...(after && stateColumns(after)), error: null, ...(await end?.(tenant, done)) }
    })
    return done
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) {
      // Whoever took the work over has the state, and an error of before hides none of now.
      await finish(async (_tenant, working) => {
        if (event !== 'RUN_BEGAN' || userId !== null)
          return { ...stateColumns(before.status === 'PROCESSING' ? { ...before, status: 'CONNECTED', work: null } : before), ...later(0) }
        const after = integrationAfter(working, 'FAILED_FOR_NOW')
        return { ...(after && stateColumns(after)), error: toldError(error), ...later(after?.failures ?? 0) }
      }).catch((second: unknown) => {
        if (!(second instanceof Refusal)) throw second
      })
      throw error
    }
    await finish(async (tenant, working) => {
      await fail?.(tenant, error)
      const after = integrationAfter(working, error.isTransient ? 'FAILED_FOR_NOW' : 'FAILED_FOR_GOOD')
      return { ...(after && stateColumns(after)), error: { code: error.code, params: error.params }, ...later(after?.failures ?? 0) }
    })
    return null
  }
}

/** Ends the work of a process that died: a run counts as one that failed for now, a setup has failed. */
export async function endLostWork(
  { database, now }: Pick<IntegrationDeps, 'database' | 'now'>,
  companyId: CompanyId,
  id: string,
): Promise<void> {
  await database.inTenant(companyId, async (tenant) => {
    const integration = await requireLocked(tenant, id)
    if (integration.status !== 'PROCESSING' || (integration.busyUntil?.getTime() ?? 0) > now()) return
    const after = integrationAfter(integration, 'FAILED_FOR_NOW')
    const idle = { busySince: null, busyUntil: null, busyBy: null }
    await updateIntegration(
      tenant,
      id,
      { ...(after && stateColumns(after)), ...idle, error: { code: 'INTERNAL', params: {} } },
      new Date(now()),
    )
  })
}

/** Returns what is stored of an error that is no failure of the other system. */
export function toldError(error: unknown): StoredFailure {
  return error instanceof Refusal ? { code: error.code, params: error.params } : { code: 'INTERNAL', params: {} }
}

function takenOver({ busySince }: Pick<Integration, 'busySince'>): Refusal {
  return new Refusal({ code: 'INTEGRATION_BUSY', params: { since: busySince?.getTime() ?? 0 } })
}

/** Returns the integration, locked until the transaction ends; refuses an unknown or foreign one. */
export async function requireLocked(tenant: Tenant, id: string): Promise<Integration> {
  const integration = await lockIntegration(tenant, id)
  if (integration === null) throw integrationNotFound(id)
  return integration
}
