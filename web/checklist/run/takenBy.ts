import type { FileSource } from '#engine/checklist/answerFile.ts'

/** Clocks of cards and cameras write whole seconds, of some two. */
const ROUNDED_MS = 2_000

/**
 * Returns how a file came that a person gave (domain.md CL-6): with the camera, where the camera was asked for (`askedAt`, ms UTC, null = it was not) and the file was
 * made since, else from the files. A browser says no more of it.
 */
export function takenBy({ lastModified }: Pick<File, 'lastModified'>, askedAt: number | null): FileSource {
  return askedAt !== null && lastModified >= askedAt - ROUNDED_MS ? 'CAMERA' : 'FILE'
}
