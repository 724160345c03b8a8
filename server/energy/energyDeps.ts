import type { RequestContext } from '#server/graphql/context.ts'
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
