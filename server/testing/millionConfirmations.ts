import { asId } from '#engine/ids.ts'
import type { CompanyId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { pageConfirmations, pagePostings } from '#server/output/confirmation.store.ts'
import type { ConfirmationFilter } from '#server/output/confirmation.store.ts'

const WORK_CENTERS = 100
const ORDERS = 20_000
const BATCH = 50_000
/** The newest generated confirmation was made then; they reach back two years. */
export const LAST_CONFIRMED_AT = Date.UTC(2026, 4, 4, 6)
const SPAN_MS = 2 * 365 * 86_400_000

/** Which page of which confirmations; what is left out is whatever it is. */
export type ConfirmationQuestion = Partial<Omit<ConfirmationFilter, 'jobOrderIds' | 'workCenterIds'>> & {
  readonly workCenters?: readonly number[]
  readonly orders?: readonly number[]
  readonly page?: number
}

/**
 * Writes as many acts of confirming as are asked for, of a hundred work centers and 20,000 orders over two years; one in 50 is cancelled, and one in seven has
 * rejects beside what is good.
 */
export async function generateConfirmations({ pool }: Pick<Database, 'pool'>, companyId: CompanyId, count: number): Promise<void> {
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [companyId])
  await pool.query(`insert into work_center (company_id, name) select $1, 'Cell ' || n from generate_series(1, $2::int) n`, [
    companyId,
    WORK_CENTERS,
  ])
  await pool.query(
    `insert into job_order (company_id, order_code, work_center_id, status)
     select $1, 'JO-' || n, n % ${WORK_CENTERS} + 1, 'COMPLETED' from generate_series(1, $2::int) n`,
    [companyId, ORDERS],
  )
  for (let from = 0; from < count; from += BATCH)
    await pool.query(
      `with generated as (select n, $3::bigint - (n::float8 * (${SPAN_MS}::float8 / $2))::bigint as at
         from generate_series($4::int, least($2::int, $4::int + ${BATCH}) - 1) n),
       posted as (insert into output_posting (company_id, id, work_center_id, job_order_id, at) overriding system value
         select $1, n + 1, n % ${WORK_CENTERS} + 1, n % ${ORDERS} + 1, at from generated),
       said as (select n, at, units, rejects from generated cross join (values (100, 0), (0, 3)) said (units, rejects)
         where units > 0 or n % 7 = 0)
       insert into output_confirmation (company_id, posting_id, work_center_id, job_order_id, start_at, end_at, accepted, rejected, type, batch_code,
         container_code, batch_time)
       select $1, n + 1, n % ${WORK_CENTERS} + 1, n % ${ORDERS} + 1, at - 3600000, at, units, rejects, case when n % 50 = 0 then 'CANCELED' else 'CONFIRMED' end,
         case when n % 5 = 0 then 'B-' || n % 4000 end, case when n % 4 = 0 then 'C-' || n % 900 end, at from said`,
      [companyId, count, LAST_CONFIRMED_AT, from],
    )
}

/** Returns how many confirmations the page of ten has. */
export async function countOnPage(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  question: ConfirmationQuestion,
): Promise<number> {
  const { page = 1 } = question
  return (await database.inTenant(companyId, (tenant) => pageConfirmations(tenant, filterOf(question), { page, size: 10 }))).items.length
}

/** Returns how many acts the page of ten has. */
export async function countActsOnPage(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  question: ConfirmationQuestion,
): Promise<number> {
  const { page = 1 } = question
  return (await database.inTenant(companyId, (tenant) => pagePostings(tenant, filterOf(question), { page, size: 10 }))).items.length
}

function filterOf({ workCenters, orders, page: _page, ...more }: ConfirmationQuestion): ConfirmationFilter {
  return {
    types: ['CONFIRMED'],
    orderLike: null,
    outputType: null,
    period: null,
    postingIds: null,
    batchCode: null,
    containerCode: null,
    userIds: null,
    ...more,
    workCenterIds: workCenters?.map((id) => asId<WorkCenterId>(id)) ?? null,
    jobOrderIds: orders?.map((id) => asId<JobOrderId>(id)) ?? null,
  }
}
