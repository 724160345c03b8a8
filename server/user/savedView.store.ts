import { sql } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import { LIST_NAMES } from '#engine/user/savedView.ts'
import type { ListName, SavedViewForm } from '#engine/user/savedView.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** A view of a list that a person saved. */
export type SavedView = SavedViewForm & { readonly id: string }

/** Returns the views that the person saved in the company, of one list or of all, by name. */
export async function listSavedViews(tenant: Tenant, userId: UserId, list: ListName | null): Promise<readonly SavedView[]> {
  const rows = await tenant.tx
    .selectFrom('saved_view')
    .select(['id', 'list', 'name', 'search'])
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .$if(list !== null, (views) => views.where('list', '=', list ?? ''))
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map((row) => ({ ...row, list: oneOf(LIST_NAMES, row.list) }))
}

/** Stores the view of the person, in place of one of the same name; returns it. */
export async function saveView(tenant: Tenant, userId: UserId, { list, name, search }: SavedViewForm): Promise<SavedView> {
  const { id } = await tenant.tx
    .insertInto('saved_view')
    .values({ company_id: tenant.companyId, user_id: userId, list, name, search })
    .onConflict((conflict) => conflict.expression(sql`company_id, user_id, list, lower(name)`).doUpdateSet({ name, search }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, list, name, search }
}

/** Removes a view of the person; returns whether there was one. */
export async function deleteSavedView(tenant: Tenant, userId: UserId, id: string): Promise<boolean> {
  const row = await tenant.tx
    .deleteFrom('saved_view')
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
