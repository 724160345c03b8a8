import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { nextLocalHour } from '#engine/time/zone.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { DEMO_CREW } from '#server/identity/seedDemoPeople.ts'
import { findCrewIds } from './demoCrew.store.ts'
import { removeTrialMachines } from '#server/trial/trialMachine.service.ts'
import type { TrialDeps } from '#server/trial/trialMachine.service.ts'
import { removeForeignAnswers } from './crewChecklists.ts'
import { removeForeignMessages } from './crewMessages.ts'
import { removeForeignRequests } from './crewRequests.ts'
import { removeSupport } from './crewSupport.ts'
import { removeForeignIntegrations } from './crewIntegration.store.ts'
import { removeForeignImports } from './crewImports.store.ts'
import { removeForeignMaterials } from './crewMaterials.store.ts'
import { removeForeignOrders } from './crewOrders.store.ts'
import { forgetNotificationActs } from './demoNotifications.store.ts'
import { removeEntries, removeTrialRecords } from './demoReset.store.ts'
import type { Touched } from './demoReset.store.ts'

export type DemoResetDeps = {
  readonly database: Database
  readonly reload: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
  /** What is forgotten beside the database. */
  readonly onReset?: () => void
}

/** The hour of the demo company's night at which it forgets what visitors did. */
const HOUR = 3

/** Removes the entries of visitors and the records of the machines that they tried with from the demo company (G-23) and recalculates its figures. Returns the number of affected work centers. */
export async function resetDemo({ database, reload, onReset }: DemoResetDeps, companyId: CompanyId): Promise<number> {
  const touched = await database.inSystem(async (tx) => {
    const tenant = { tx, companyId }
    await removeTrialRecords(tenant)
    const crew = await findCrewIds(tx, DEMO_CREW)
    await removeForeignMessages(tenant, crew)
    await removeForeignRequests(tenant, crew)
    await removeForeignAnswers(tenant, crew)
    await removeSupport(tenant)
    const entered = await removeEntries(tenant, crew)
    await removeForeignMaterials(tenant, crew)
    const found = earliest([...entered, ...(await removeForeignOrders(tenant, crew))])
    await removeForeignImports(tenant, crew)
    await removeForeignIntegrations(tenant, crew)
    await forgetNotificationActs(tenant.tx, companyId, crew)
    await markForRecalculation(
      tenant,
      found.map(({ workCenterId, from }) => ({ workCenterId, from, to: null, cause: 'DEMO_RESET' })),
      null,
    )
    return found
  })
  onReset?.()
  await Promise.all(touched.map(({ workCenterId }) => reload(companyId, workCenterId)))
  return touched.length
}

/** Has the demo company reset every night of its zone. */
export function resetNightly(
  jobs: Pick<Jobs, 'every'>,
  deps: DemoResetDeps & Omit<TrialDeps, 'now'>,
  companyId: CompanyId,
  zone: string,
): void {
  jobs.every('DEMO_RESET', { next: (now) => nextLocalHour(zone, now, HOUR) }, async ({ log }) => {
    const visitors = await removeTrialMachines(deps, companyId)
    log.info({ workCenters: await resetDemo(deps, companyId), visitors }, 'the demo company was reset')
  })
}

/** Returns one entry a work center, with the earliest change, in the order in which work centers are locked. */
function earliest(touched: readonly Touched[]): readonly Touched[] {
  const places = [...Map.groupBy(touched, ({ workCenterId }) => workCenterId)]
  return places
    .map(([workCenterId, changes]) => ({ workCenterId, from: Math.min(...changes.map(({ from }) => from)) }))
    .toSorted((one, other) => one.workCenterId - other.workCenterId)
}
