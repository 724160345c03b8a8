import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { LIST_NAMES } from '#engine/user/savedView.ts'
import type { ListName, SavedViewForm } from '#engine/user/savedView.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** A view of a list that a person saved, for themselves or for all of the company. */
export type SavedView = SavedViewForm & {
  readonly id: string
  readonly userId: UserId
  readonly isShared: boolean
  /** Whether the page begins with it for the person, and for all who chose no other. */
  readonly isDefault: boolean
  readonly isDefaultOfAll: boolean
}

/** Returns the views that the person sees in the company, own and shared ones, of one list or of all, by name. */
export async function listSavedViews(tenant: Tenant, userId: UserId, list: ListName | null): Promise<readonly SavedView[]> {
  const rows = await tenant.tx
    .selectFrom('saved_view')
    .select([
      'id',
      'list',
      'name',
      'search',
      'user_id as userId',
      'is_shared as isShared',
      isDefaultFor(sql`one.user_id = ${userId}`).as('isDefault'),
    ])
    .select(isDefaultFor(sql`one.user_id is null`).as('isDefaultOfAll'))
    .where('company_id', '=', tenant.companyId)
    .where((view) => view.or([view('user_id', '=', userId), view('is_shared', '=', true)]))
    .$if(list !== null, (views) => views.where('list', '=', list ?? ''))
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map((row) => ({ ...row, list: oneOf(LIST_NAMES, row.list), userId: asId<UserId>(row.userId) }))
}

function isDefaultFor(whom: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from default_view one where one.company_id = saved_view.company_id and one.view_id = saved_view.id and ${whom})`
}

/** Stores the view that a list opens with, null = none: for one user, or (null) for all users of the company who chose none of their own. */
export async function setDefaultView(tenant: Tenant, list: ListName, userId: UserId | null, viewId: string | null): Promise<void> {
  if (viewId === null) {
    await tenant.tx
      .deleteFrom('default_view')
      .where('company_id', '=', tenant.companyId)
      .where('list', '=', list)
      .where('user_id', 'is not distinct from', userId)
      .execute()
    return
  }
  await tenant.tx
    .insertInto('default_view')
    .values({ company_id: tenant.companyId, list, user_id: userId, view_id: viewId })
    .onConflict((same) => same.columns(['company_id', 'list', 'user_id']).doUpdateSet({ view_id: viewId }))
    .execute()
}

/** Returns a view that the person sees, held until the transaction ends so that it is neither changed nor deleted meanwhile; null where there is none. */
export async function holdSavedView(
  tenant: Tenant,
  userId: UserId,
  list: ListName,
  id: string,
): Promise<Pick<SavedView, 'isShared' | 'name' | 'search'> | null> {
  const row = await tenant.tx
    .selectFrom('saved_view')
    .select(['name', 'search', 'is_shared as isShared'])
    .where('company_id', '=', tenant.companyId)
    .where((view) => view.or([view('user_id', '=', userId), view('is_shared', '=', true)]))
    .where('list', '=', list)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/** Stores the view of the person, in place of one of the same name; returns it. */
export async function saveView(
  tenant: Tenant,
  userId: UserId,
  { list, name, search, isShared }: SavedViewForm & Pick<SavedView, 'isShared'>,
): Promise<Omit<SavedView, 'isDefault' | 'isDefaultOfAll'>> {
  const { id } = await tenant.tx
    .insertInto('saved_view')
    .values({ company_id: tenant.companyId, user_id: userId, list, name, search, is_shared: isShared })
    .onConflict((conflict) =>
      conflict.expression(sql`company_id, user_id, list, lower(name)`).doUpdateSet({ name, search, is_shared: isShared }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  // Nobody else begins with a view that they see no more.
  if (!isShared)
    await tenant.tx
      .deleteFrom('default_view')
      .where('company_id', '=', tenant.companyId)
      .where('view_id', '=', id)
      .where('user_id', 'is distinct from', userId)
      .execute()
  // What others report of such a view goes on as it was.
  if (!isShared)
    await tenant.tx
      .updateTable('report_subscription')
      .set({ view_id: null })
      .where('company_id', '=', tenant.companyId)
      .where('view_id', '=', id)
      .where('owner_id', 'is distinct from', userId)
      .execute()
  // What is reported of it by itself follows.
  await tenant.tx
    .updateTable('report_subscription')
    .set({ view_name: name, view_search: search })
    .where('company_id', '=', tenant.companyId)
    .where('view_id', '=', id)
    .execute()
  return { id, list, name, search, userId, isShared }
}

/** Removes a view of the person, or with `withShared` one that all see; returns whether there was one. */
export async function deleteSavedView(
  tenant: Tenant,
  { userId, withShared }: { readonly userId: UserId; readonly withShared: boolean },
  id: string,
): Promise<boolean> {
  const row = await tenant.tx
    .deleteFrom('saved_view')
    .where('company_id', '=', tenant.companyId)
    .where((view) => view.or([view('user_id', '=', userId), ...(withShared ? [view('is_shared', '=', true)] : [])]))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
