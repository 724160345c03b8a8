import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { DEMO_ERP_URL } from '#server/company/mayAsk.ts'
import type { Database } from '#server/db/database.ts'
import { replaceLinks } from '#server/integration/link.store.ts'
import {
  DEMO_ERP_MACHINES,
  connectIntegration,
  findIntegrationAt,
  findLastRun,
  forgetTraffic,
  insertDemoIntegration,
  insertPastRun,
  keepConflict,
  linkNewOrders,
  listMachines,
  renameOrders,
  tellConfirmed,
} from './crewIntegration.store.ts'

const NAME = 'Odoo'
const EVERY_MS = 15 * MINUTE_MS
const KEPT_MS = 3 * DAY_MS
const FIRST_RUNS = 12
/** So many units somebody took off in the ERP after they were told. */
const TAKEN_OFF = 12
const PROBE = {
  system: 'Odoo',
  version: '19.0',
  ms: 84,
  capabilities: ['CYCLE_TIMES', 'ORDERS', 'PLANNED_TIMES', 'QUANTITIES', 'WORK_CENTERS', 'WORK_ORDERS', 'CLOSING'],
}

type Deps = { readonly database: Database; readonly now: () => number }

/**
 * Lets the demo plant have an ERP that its orders come from: linked machines, a run each quarter of an hour, what was confirmed as told to it, and one
 * conflict that waits for a person. Nothing leaves: what the ERP is asked it answers within this process (decision demo-erp).
 */
export async function crewIntegration({ database, now }: Deps, companyId: CompanyId, lead: Membership | undefined): Promise<void> {
  if (lead === undefined) return
  await database.inTenant(companyId, async (tenant) => {
    const at = now()
    const known = await findIntegrationAt(tenant, DEMO_ERP_URL)
    const machines = known === null ? await listMachines(tenant, DEMO_ERP_MACHINES) : []
    if (known === null && machines.length === 0) return
    const id =
      known ??
      (await insertDemoIntegration(tenant, {
        name: NAME,
        serviceUrl: DEMO_ERP_URL,
        settings: { database: 'plant', login: null, closes: false },
        userId: lead.userId,
        at: new Date(at),
      }))
    if (known === null) {
      await connectIntegration(tenant, id, { probe: PROBE, at: new Date(at) })
      await replaceLinks(tenant, id, [
        ...machines.map(({ id: workCenterId, name, code }, index) => ({
          externalId: String(index + 1),
          externalCode: code,
          externalName: name,
          action: 'EXISTING' as const,
          workCenterId,
        })),
        { externalId: '90', externalCode: 'PACK', externalName: 'Packing bench', action: 'IGNORE' as const, workCenterId: null },
      ])
    }
    const kept = new Date(at - KEPT_MS)
    await renameOrders(tenant, id)
    const { made, all } = await linkNewOrders(tenant, id, { since: kept, at: new Date(at) })
    const last = await findLastRun(tenant, id)
    const counts = { read: 0, created: 0, changed: 0, closed: 0, unchanged: 0, refused: 0, elsewhere: 0 }
    const tell = async (startedAt: number, isFull: boolean, created: number) =>
      await insertPastRun(tenant, id, {
        at: new Date(startedAt),
        isFull,
        counts: isFull ? { ...counts, read: all, created, unchanged: all - created } : { ...counts, read: created, created },
      })
    if (last === null) {
      await tell(at - (FIRST_RUNS - 1) * EVERY_MS, true, made)
      for (let run = FIRST_RUNS - 2; run >= 0; run--) await tell(at - run * EVERY_MS, false, 0)
    } else if (at - last.getTime() >= EVERY_MS) await tell(at, false, made)
    await tellConfirmed(tenant, id, kept)
    await keepConflict(tenant, id, TAKEN_OFF)
    await forgetTraffic(tenant, id, kept)
  })
}
