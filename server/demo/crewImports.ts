import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { importOrders, uploadImport } from '#server/jobOrder/import/orderImport.service.ts'
import type { ImportDeps } from '#server/jobOrder/import/orderImport.service.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import { Refusal } from '#server/refusal.ts'
import { hasUndoableImport } from './crewImports.store.ts'
import { listCrewPlaces } from './crewOrders.store.ts'
import type { CrewPlace } from './crewOrders.store.ts'
import { productsOf } from './demoProducts.ts'

/** It was done in the afternoon before, so that it can be taken back for some hours. */
const AGO_MS = 18 * HOUR_MS
/** So many orders come from the planning system in a file. */
const ROWS = 3
/** How long an imported order takes. */
const HOURS = 5
const MINUTES_AN_HOUR = 60

/** Lets the lead of the demo plant import a file of orders for one machine, as often as the last one can no longer be taken back. */
export async function crewImports(deps: OrderDeps, companyId: CompanyId, lead: Membership | undefined): Promise<void> {
  if (lead === undefined) return
  const at = deps.now() - AGO_MS
  const { database, shiftTimes } = deps
  if (await database.inTenant(companyId, (tenant) => hasUndoableImport(tenant, new Date(deps.now())))) return
  const places = await database.inTenant(companyId, listCrewPlaces)
  // Another machine each day.
  const able = places.filter(({ machine, targetSpeed }) => targetSpeed !== null && productsOf(machine).length > 0)
  const day = Math.floor(at / DAY_MS)
  const place = able[day % Math.max(1, able.length)]
  if (place === undefined) return
  const importing: ImportDeps = {
    ...deps,
    now: () => at,
    runImport: (task, onProgress) => performImportTask({ database, shiftTimes }, task, onProgress),
  }
  const file = {
    fileName: `orders-${new Date(at).toISOString().slice(0, 10)}.csv`,
    bytes: new TextEncoder().encode(fileOf(place, at)),
    sheet: null,
  }
  try {
    const id = await uploadImport(importing, lead, file)
    const asked = { id, rows: null, importType: 'UPDATE', isDryRun: false, checkToken: null, skipsRefused: true } as const
    await importOrders(importing, lead, null, asked, null)
  } catch (error) {
    // Somebody else was faster: the next round sees what is there.
    if (!(error instanceof Refusal)) throw error
  }
}

function fileOf({ machine, targetSpeed }: CrewPlace, at: number): string {
  const products = productsOf(machine)
  const day = new Date(at).toISOString().slice(0, 10)
  const quantity = Math.max(50, Math.round(((targetSpeed ?? 1) * MINUTES_AN_HOUR * HOURS) / 50) * 50)
  const rows = Array.from({ length: ROWS }, (_none, index) => {
    const due = new Date(at + (index + 3) * DAY_MS).toISOString().slice(0, 10)
    return [
      `ERP-${day.replaceAll('-', '')}-${index + 1}`,
      products[index % products.length]?.sku ?? '',
      String(quantity),
      machine,
      `${due} 14:00`,
    ]
  })
  return [['Order number', 'SKU', 'Quantity', 'Work center', 'Due date'], ...rows].map((cells) => cells.join(';')).join('\r\n')
}
