import type { Transaction } from 'kysely'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** The public page of a work center, open or closed, with its link sealed. */
export type StoredPage = {
  readonly id: string
  readonly workCenterId: WorkCenterId
  readonly tokenSealed: string
  readonly openedOn: Date
  readonly openedBy: UserId | null
  readonly closedOn: Date | null
}

export type NewPage = { readonly workCenterId: WorkCenterId; readonly tokenHash: string; readonly tokenSealed: string } & Pick<
  StoredPage,
  'openedOn' | 'openedBy'
>

/** The work center behind a link. */
export type PageOwner = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

const COLUMNS = camelColumns('id', 'work_center_id', 'token_sealed', 'opened_on', 'opened_by', 'closed_on')

/** Returns the open pages of the work centers, in no order. */
export async function findOpenPages(tenant: Tenant, workCenterIds: readonly WorkCenterId[]): Promise<readonly StoredPage[]> {
  if (workCenterIds.length === 0) return []
  return await tenant.tx
    .selectFrom('public_access')
    .select(COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', 'in', workCenterIds)
    .where('closed_on', 'is', null)
    .execute()
}

/** Returns the last page of the work center, open or closed, or null, locked against concurrent opening and closing. */
export async function lockPage(tenant: Tenant, workCenterId: WorkCenterId): Promise<StoredPage | null> {
  await tenant.tx
    .selectFrom('work_center')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', workCenterId)
    .forUpdate()
    .execute()
  const row = await tenant.tx
    .selectFrom('public_access')
    .select(COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the page in place of the one that the work center had; the link of that one leads nowhere from now on. */
export async function replacePage(tenant: Tenant, page: NewPage): Promise<StoredPage> {
  await tenant.tx
    .deleteFrom('public_access')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', page.workCenterId)
    .execute()
  const row = await tenant.tx
    .insertInto('public_access')
    .values({
      company_id: tenant.companyId,
      work_center_id: page.workCenterId,
      token_hash: page.tokenHash,
      token_sealed: page.tokenSealed,
      opened_on: page.openedOn,
      opened_by: page.openedBy,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await setPublic(tenant, page.workCenterId, true)
  return row
}

/** Opens the closed page of the work center again, under the link that it had. */
export async function reopenPage(tenant: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await tenant.tx
    .updateTable('public_access')
    .set({ closed_on: null, closed_by: null })
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .execute()
  await setPublic(tenant, workCenterId, true)
}

/** Returns whether the work center had an open page, which is closed now. */
export async function closePage(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  closed: { readonly on: Date; readonly by: UserId | null },
): Promise<boolean> {
  const row = await tenant.tx
    .updateTable('public_access')
    .set({ closed_on: closed.on, closed_by: closed.by })
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('closed_on', 'is', null)
    .returning('work_center_id')
    .executeTakeFirst()
  if (row !== undefined) await setPublic(tenant, workCenterId, false)
  return row !== undefined
}

/** Returns the owner of the open page with the link's hash, in any company; null for none. Needs a system transaction. */
export async function findPageOwner(tx: Transaction<DB>, tokenHash: string): Promise<PageOwner | null> {
  const row = await openPages(tx)
    .select(camelColumns('page.company_id', 'page.work_center_id'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

/** Returns which of the hashes find an open page. Needs a transaction of the system. */
export async function listOpenHashes(tx: Transaction<DB>, tokenHashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (tokenHashes.length === 0) return new Set()
  const rows = await openPages(tx).select('token_hash').where('token_hash', 'in', tokenHashes).execute()
  return new Set(rows.map((row) => row.token_hash))
}

/** An archived work center is nobody's to look at, whatever became of its page. */
function openPages(tx: Transaction<DB>) {
  return tx
    .selectFrom('public_access as page')
    .innerJoin('work_center', (join) =>
      join.onRef('work_center.company_id', '=', 'page.company_id').onRef('work_center.id', '=', 'page.work_center_id'),
    )
    .where('closed_on', 'is', null)
    .where('device_status', '<>', 'ARCHIVE')
}

/** Opening and closing a page does not raise the work center's version: editors of its settings are not affected. */
async function setPublic(tenant: Tenant, workCenterId: WorkCenterId, isPublic: boolean): Promise<void> {
  await tenant.tx
    .updateTable('work_center')
    .set({ is_public: isPublic })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', workCenterId)
    .execute()
}
