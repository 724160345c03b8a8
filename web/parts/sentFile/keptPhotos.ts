import { keptRows, type KeptRow } from './keptRows.ts'

/** A photo or document of an answer that is not sent yet; its key is the id under which it is sent. */
export type KeptPhoto = KeptRow & {
  readonly name: string
  readonly blob: Blob
  /** It was made smaller than photos usually are; absent = it was not. */
  readonly isSmall?: boolean
}

/** So many photos, and so many bytes of them, wait on one device (domain.md CL-10). */
export const MOST_PHOTOS = 200
export const MOST_PHOTO_BYTES = 300_000_000

/** Photos and documents of answers that wait on this device. */
export const keptPhotos = keptRows('photos', isPhoto)

/** Returns whether one more of the size may wait beside those of the sizes. */
export function hasRoom(sizes: readonly number[], size: number): boolean {
  return sizes.length < MOST_PHOTOS && sizes.reduce((sum, one) => sum + one, size) <= MOST_PHOTO_BYTES
}

/** Keeps the photo until it is sent; resolves to false where the device has no room for it, or too many wait. */
export async function keepPhoto(photo: KeptPhoto): Promise<boolean> {
  try {
    const there = await keptPhotos.list()
    const isRoom = hasRoom(
      there.map(({ blob }) => blob.size),
      photo.blob.size,
    )
    if (isRoom) await keptPhotos.put(photo)
    return isRoom
  } catch {
    return false
  }
}

function isPhoto(value: unknown): value is KeptPhoto {
  return typeof value === 'object' && value !== null && 'key' in value && 'name' in value && 'blob' in value && value.blob instanceof Blob
}
