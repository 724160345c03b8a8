import type { Transaction } from 'kysely'
import type { EnergyTariff } from '#engine/energy/tariff.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** Prices as a small plant pays them: dear by day, cheap at night. It begins before the history of any demo. */
const TARIFF: EnergyTariff = {
  validFrom: '2020-01-01',
  currency: 'EUR',
  pricePerKwh: 0.18,
  zones: [
    { name: 'Peak', days: [1, 2, 3, 4, 5], from: 7 * 60, to: 20 * 60, pricePerKwh: 0.26 },
    { name: 'Night', days: [1, 2, 3, 4, 5, 6, 7], from: 22 * 60, to: 6 * 60, pricePerKwh: 0.11 },
  ],
}

/** Stores what energy costs the demo company where it has no tariff. */
export async function insertDemoTariff(tx: Transaction<DB>, companyId: CompanyId): Promise<void> {
  const { validFrom, currency, pricePerKwh, zones } = TARIFF
  const found = await tx.selectFrom('energy_tariff').select('company_id').where('company_id', '=', companyId).limit(1).executeTakeFirst()
  if (found !== undefined) return
  await tx
    .insertInto('energy_tariff')
    .values({ company_id: companyId, valid_from: validFrom, currency, price_per_kwh: pricePerKwh, zones: JSON.stringify(zones) })
    .execute()
}
