import { tariffProblems } from '#engine/energy/tariff.ts'
import type { EnergyTariff } from '#engine/energy/tariff.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Database } from '#server/db/database.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { deleteTariff, listTariffs, storeTariff } from './tariff.store.ts'

type Deps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }
type Member = { readonly companyId: CompanyId; readonly userId: UserId }

/** Returns the company's tariffs with this one, in the place of another from the same date; refuses every field that is wrong at once. */
export async function saveTariff(
  { database, now }: Deps,
  { companyId, userId }: Member,
  tariff: EnergyTariff,
): Promise<readonly EnergyTariff[]> {
  refuseAll(tariffProblems(tariff))
  return await database.inTenant(companyId, async (tenant) => {
    const before = (await listTariffs(tenant)).find(({ validFrom }) => validFrom === tariff.validFrom) ?? null
    const at = new Date(now())
    await storeTariff(tenant, tariff, userId, at)
    const details = { before: toDetails(before), after: toDetails(tariff) }
    await writeAudit(tenant, { userId, at, action: 'UPDATE_ENERGY_TARIFF', subject: `energy tariff ${tariff.validFrom}`, details })
    return await listTariffs(tenant)
  })
}

/** Returns the company's tariffs without the one from this date; refuses TARIFF_NOT_FOUND. */
export async function removeTariff(
  { database, now }: Deps,
  { companyId, userId }: Member,
  validFrom: string,
): Promise<readonly EnergyTariff[]> {
  return await database.inTenant(companyId, async (tenant) => {
    const before = (await listTariffs(tenant)).find((one) => one.validFrom === validFrom) ?? null
    if (before === null || !(await deleteTariff(tenant, validFrom))) throw new Refusal({ code: 'TARIFF_NOT_FOUND', field: 'validFrom' })
    const details = { before: toDetails(before), after: null }
    await writeAudit(tenant, {
      userId,
      at: new Date(now()),
      action: 'DELETE_ENERGY_TARIFF',
      subject: `energy tariff ${validFrom}`,
      details,
    })
    return await listTariffs(tenant)
  })
}

function toDetails(tariff: EnergyTariff | null) {
  if (tariff === null) return null
  const { currency, pricePerKwh, zones } = tariff
  return {
    currency,
    pricePerKwh,
    zones: zones.map(({ name, days, from, to, pricePerKwh: price }) => ({ name, days: [...days], from, to, price })),
  }
}
