import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { nextLocalHour } from '#engine/time/zone.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { removeEntries } from './demoReset.store.ts'

export type DemoResetDeps = {
  readonly database: Database
  readonly recalculate: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
}

/** The hour of the demo company's night at which it forgets what visitors did. */
const HOUR = 3
/** Timers of a day and more are set in pieces: the clock of the machine may be moved meanwhile. */
const LOOK_EVERY_MS = 600_000

/** Takes back what visitors of the demo company entered, so that the next ones find it as it was made (G-23); its figures follow. Returns how many work centers that touched. */
export async function resetDemo({ database, recalculate }: DemoResetDeps, companyId: CompanyId): Promise<number> {
  const touched = await database.inSystem(async (tx) => {
    const tenant = { tx, companyId }
    const found = await removeEntries(tenant)
    await markForRecalculation(
      tenant,
      found.map(({ workCenterId, from }) => ({ workCenterId, from, to: null, cause: 'DEMO_RESET' })),
      null,
    )
    return found
  })
  await Promise.all(touched.map(({ workCenterId }) => recalculate(companyId, workCenterId)))
  return touched.length
}

/** Resets the demo company every night of its zone until the returned function is called. */
export function resetNightly(deps: DemoResetDeps & { readonly log: Logger }, companyId: CompanyId, zone: string): () => void {
  let due = nextLocalHour(zone, Date.now(), HOUR)
  const look = () => {
    if (Date.now() < due) return
    due = nextLocalHour(zone, Date.now(), HOUR)
    resetDemo(deps, companyId).then(
      (count) => deps.log.info({ workCenters: count }, 'the demo company was reset'),
      (error: unknown) => deps.log.error({ err: error }, 'the demo company could not be reset'),
    )
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
