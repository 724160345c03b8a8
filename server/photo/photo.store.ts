import type { Transaction } from 'kysely'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** Whose photo: a person's own, a company's, or a work center's. */
export type PhotoOwner =
  | { readonly kind: 'user'; readonly userId: UserId }
  | { readonly kind: 'company'; readonly companyId: CompanyId }
  | { readonly kind: 'workCenter'; readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

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
  const { id } = await tx
    .insertInto('photo')
    .values({ ...keyOf(owner), bytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  const url = `${PHOTO_PATH}/${id}`
  await setUrl(tx, owner, url)
  return url
}

/** Removes the photo of the owner, who is shown by initials or a sign again. */
export async function removePhoto(tx: Transaction<DB>, owner: PhotoOwner): Promise<void> {
  await lockOwner(tx, owner)
  await deletePhotosOf(tx, owner)
  await setUrl(tx, owner, null)
}

/** Two photos of one owner that arrive together follow each other, so that the last one stays and no other. */
async function lockOwner(tx: Transaction<DB>, owner: PhotoOwner): Promise<void> {
  switch (owner.kind) {
    case 'user':
      await tx.selectFrom('app_user').select('id').where('id', '=', owner.userId).forNoKeyUpdate().execute()
      return
    case 'company':
      await tx.selectFrom('company').select('id').where('id', '=', owner.companyId).forNoKeyUpdate().execute()
      return
    case 'workCenter':
      await tx
        .selectFrom('work_center')
        .select('id')
        .where('company_id', '=', owner.companyId)
        .where('id', '=', owner.workCenterId)
        .forNoKeyUpdate()
        .execute()
  }
}

async function deletePhotosOf(tx: Transaction<DB>, owner: PhotoOwner): Promise<void> {
  const { user_id, company_id, work_center_id } = keyOf(owner)
  await tx
    .deleteFrom('photo')
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('company_id', company_id === null ? 'is' : '=', company_id)
    .where('work_center_id', work_center_id === null ? 'is' : '=', work_center_id)
    .execute()
}

async function setUrl(tx: Transaction<DB>, owner: PhotoOwner, url: string | null): Promise<void> {
  switch (owner.kind) {
    case 'user':
      await tx.updateTable('app_user').set({ photo: url }).where('id', '=', owner.userId).execute()
      return
    case 'company':
      await tx.updateTable('company').set({ photo_url: url }).where('id', '=', owner.companyId).execute()
      return
    case 'workCenter':
      await tx
        .updateTable('work_center')
        .set({ photo: url })
        .where('company_id', '=', owner.companyId)
        .where('id', '=', owner.workCenterId)
        .execute()
  }
}

/** The columns of a photo's owner. Photos of a company's work centers are separate from its own. */
function keyOf(owner: PhotoOwner) {
  return {
    user_id: owner.kind === 'user' ? owner.userId : null,
    company_id: owner.kind === 'user' ? null : owner.companyId,
    work_center_id: owner.kind === 'workCenter' ? owner.workCenterId : null,
  }
}
