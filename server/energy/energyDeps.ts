import type { Tenant } from '#server/db/database.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { readSamples } from '#server/sensor/sensor.store.ts'
import { NOTHING_UNSEALED } from '#server/sensor/unsealedSamples.ts'
import type { EnergyDeps } from './energy.service.ts'

/** Returns what questions about energy need of the request. */
export function energyDepsOf(context: RequestContext): EnergyDeps {
  return {
    inTenant: (work) => context.inTenant(work),
    readSamples: context.readSamples,
    now: () => context.now(),
    unsealed: context.deps.ingest.unsealed,
  }
}

/** Returns the same within one transaction, which sees what is in its chunk alone: `now` in ms UTC. */
export function energyDepsIn(tenant: Tenant, now: number): EnergyDeps {
  return {
    inTenant: (work) => work(tenant),
    readSamples: (_companyId, ids, start, end) => readSamples(tenant, ids, { start, end }),
    now: () => now,
    unsealed: NOTHING_UNSEALED,
  }
}
