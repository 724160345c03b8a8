import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** Whose photo: a person's own, or a company's. */
export type PhotoOwner = { readonly userId: UserId } | { readonly companyId: CompanyId }

/** Where photos are read; the rest of the address is the random id. */
export const PHOTO_PATH = '/api/photo'

/** Returns the encoded photo of the id, or null. */
export async function findPhoto(tx: Transaction<DB>, id: string): Promise<Buffer | null> {
  const row = await tx.selectFrom('photo').select('bytes').where('id', '=', id).executeTakeFirst()
  return row?.bytes ?? null
}

/** Returns the address of the stored photo, which its owner has from now on; the one of before is gone. */
export async function replacePhoto(tx: Transaction<DB>, owner: PhotoOwner, bytes: Buffer): Promise<string> {
  await lockOwner(tx, owner)
  await deletePhotosOf(tx, owner)
  const values = 'userId' in owner ? { user_id: owner.userId, bytes } : { company_id: owner.companyId, bytes }
  const { id } = await tx.insertInto('photo').values(values).returning('id').executeTakeFirstOrThrow()
  const url = `${PHOTO_PATH}/${id}`
  await setUrl(tx, owner, url)
  return url
}

/** Removes the photo of the owner, who is shown by initials again. */
export async function removePhoto(tx: Transaction<DB>, owner: PhotoOwner): Promise<void> {
  await lockOwner(tx, owner)
  await deletePhotosOf(tx, owner)
  await setUrl(tx, owner, null)
}

/** Two photos of one owner that arrive together follow each other, so that the last one stays and no other. */
async function lockOwner(tx: Transaction<DB>, owner: PhotoOwner): Promise<void> {
  if ('userId' in owner) await tx.selectFrom('app_user').select('id').where('id', '=', owner.userId).forNoKeyUpdate().execute()
  else await tx.selectFrom('company').select('id').where('id', '=', owner.companyId).forNoKeyUpdate().execute()
}

async function deletePhotosOf(tx: Transaction<DB>, owner: PhotoOwner): Promise<void> {
  const photos = tx.deleteFrom('photo')
  await ('userId' in owner ? photos.where('user_id', '=', owner.userId) : photos.where('company_id', '=', owner.companyId)).execute()
}

async function setUrl(tx: Transaction<DB>, owner: PhotoOwner, url: string | null): Promise<void> {
  if ('userId' in owner) await tx.updateTable('app_user').set({ photo: url }).where('id', '=', owner.userId).execute()
  else await tx.updateTable('company').set({ photo_url: url }).where('id', '=', owner.companyId).execute()
}
