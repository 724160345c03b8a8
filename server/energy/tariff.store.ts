import { sql } from 'kysely'
import { z } from 'zod'
import type { EnergyTariff } from '#engine/energy/tariff.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

const zones = z.array(
  z.strictObject({
    name: z.string(),
    days: z.array(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6), z.literal(7)])),
    from: z.number(),
    to: z.number(),
    pricePerKwh: z.number(),
  }),
)

/** Returns the company's tariffs, the latest first. */
export async function listTariffs({ tx, companyId }: Tenant): Promise<readonly EnergyTariff[]> {
  const { rows } = await sql<{ valid_from: string; currency: string; price: number; zones: unknown }>`
    select valid_from::text as valid_from, currency, price_per_kwh::float8 as price, zones from energy_tariff
    where company_id = ${companyId} order by energy_tariff.valid_from desc`.execute(tx)
  return rows.map((row) => ({
    validFrom: row.valid_from,
    currency: row.currency,
    pricePerKwh: row.price,
    zones: zones.parse(row.zones),
  }))
}

/** Stores the tariff in the place of another from the same date. */
export async function storeTariff({ tx, companyId }: Tenant, tariff: EnergyTariff, by: UserId, at: Date): Promise<void> {
  await sql`insert into energy_tariff (company_id, valid_from, currency, price_per_kwh, zones, changed_by, changed_on)
    values (${companyId}, ${tariff.validFrom}::date, ${tariff.currency}, ${tariff.pricePerKwh}, ${JSON.stringify(tariff.zones)}::jsonb, ${by}, ${at})
    on conflict (company_id, valid_from) do update set currency = excluded.currency, price_per_kwh = excluded.price_per_kwh,
      zones = excluded.zones, changed_by = excluded.changed_by, changed_on = excluded.changed_on`.execute(tx)
}

/** Returns whether there was a tariff from this date, which is gone now. */
export async function deleteTariff({ tx, companyId }: Tenant, validFrom: string): Promise<boolean> {
  const gone = await sql`delete from energy_tariff where company_id = ${companyId} and valid_from = ${validFrom}::date`.execute(tx)
  return gone.numAffectedRows === 1n
}
