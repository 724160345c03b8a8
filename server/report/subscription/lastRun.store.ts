import { sql } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DeliveryState } from '../delivery.store.ts'
import type { AddressState } from './address.store.ts'
import type { DueRun } from './dueRun.store.ts'

/** The period that a subscription reported last, and what each recipient got of it. */
export type LastRun = {
  readonly subscriptionId: number
  readonly from: string
  readonly to: string
  readonly dueOn: Date
  readonly state: DueRun['state']
  readonly deliveries: readonly { readonly userId: UserId; readonly state: DeliveryState }[]
  readonly addresses: readonly { readonly addressId: string; readonly state: AddressState }[]
}

/** Returns the last run of each of the subscriptions. */
export async function listLastRuns({ tx, companyId }: Tenant, subscriptionIds: readonly number[]): Promise<readonly LastRun[]> {
  const { rows } = await sql<LastRun>`
    select wanted.id as "subscriptionId", r.date_from as "from", r.date_to as "to", r.due_on as "dueOn", r.state,
      coalesce((select json_agg(json_build_object('userId', v.user_id, 'state', v.state)) from report_delivery v
        where v.company_id = ${companyId} and v.run_id = r.id), '[]') as deliveries,
      coalesce((select json_agg(json_build_object('addressId', v.address_id, 'state', v.state)) from report_address_delivery v
        where v.company_id = ${companyId} and v.run_id = r.id), '[]') as addresses
    from unnest(${subscriptionIds}::int[]) as wanted (id)
    cross join lateral (select * from report_run
      where company_id = ${companyId} and subscription_id = wanted.id order by due_on desc limit 1) r`.execute(tx)
  return rows
}
