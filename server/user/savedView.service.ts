import type { UserId } from '#engine/ids.ts'
import { isShareable, MAX_SAVED_VIEWS, savedViewProblems } from '#engine/user/savedView.ts'
import type { ListName, SavedViewForm } from '#engine/user/savedView.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { holdSavedView, listSavedViews, saveView, setDefaultView } from './savedView.store.ts'
import type { SavedView } from './savedView.store.ts'

/** Returns the saved view, which replaces an own one of the same name. Refuses REQUIRED, LENGTH_OUT_OF_RANGE per field and TOO_MANY_SAVED_VIEWS. */
export async function keepView(tenant: Tenant, userId: UserId, form: SavedViewForm & Pick<SavedView, 'isShared'>): Promise<SavedView> {
  const view = { ...form, name: form.name.trim(), isShared: form.isShared && isShareable(form.list) }
  const [problem] = savedViewProblems(view)
  if (problem !== undefined) throw new Refusal(problem)
  const known = (await listSavedViews(tenant, userId, view.list)).filter((one) => one.userId === userId)
  const isNew = !known.some((one) => one.name.toLowerCase() === view.name.toLowerCase())
  if (isNew && known.length >= MAX_SAVED_VIEWS) throw new Refusal({ code: 'TOO_MANY_SAVED_VIEWS', params: { max: MAX_SAVED_VIEWS } })
  const { id } = await saveView(tenant, userId, view)
  const saved = (await listSavedViews(tenant, userId, view.list)).find((one) => one.id === id)
  if (saved === undefined) throw new Refusal({ code: 'VIEW_NOT_FOUND', field: 'name' })
  return saved
}

/** Sets the view that a list opens with, null = none: for the user, or for the company, which needs a shared view. Refuses VIEW_NOT_FOUND for a view that the user does not see. */
export async function beginWithView(
  tenant: Tenant,
  userId: UserId,
  { list, id, isForAll }: { readonly list: ListName; readonly id: string | null; readonly isForAll: boolean },
): Promise<void> {
  const view = id === null ? null : await holdSavedView(tenant, userId, list, id)
  if (id !== null && (view === null || (isForAll && !view.isShared))) throw new Refusal({ code: 'VIEW_NOT_FOUND', field: 'id' })
  await setDefaultView(tenant, list, isForAll ? null : userId, id)
}
