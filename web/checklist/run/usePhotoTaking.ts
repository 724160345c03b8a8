import { useCallback } from 'react'
import { type FileSource, MAX_ANSWER_FILE_BYTES } from '#engine/checklist/answerFile.ts'
import { attachmentProblem } from '#web/api/attachment.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useViewer } from '#web/api/viewer.ts'
import { keepPhoto, type KeptPhoto } from '#web/parts/sentFile/keptPhotos.ts'
import { CHECKLIST_PHOTO, type WaitingPhoto } from '#web/parts/handIn/photoKind.ts'
import { shrunkPhoto, SMALL } from '#web/parts/sentFile/shrunkPhoto.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'

/** A photo or document that was taken: it is on the device, and sent as soon as that goes. */
export type Taken = { readonly id: string } | { readonly problem: ApiProblem }

/** Returns what takes a photo or document for an answer: it is made anew, kept on the device, and goes through the outbox, with a connection at once (domain.md CL-10). */
export function usePhotoTaking(occurrenceId: number, place: string): (chosen: File, source: FileSource) => Promise<Taken> {
  const { id, company } = useViewer()
  const { add } = useUnsent()
  return useCallback(
    async (chosen, source) => {
      // Before it is unpacked: a picture takes many times its size.
      const wrong = attachmentProblem(chosen, MAX_ANSWER_FILE_BYTES)
      if (wrong !== null) return { problem: wrong }
      const file = await shrunkPhoto(chosen)
      if (file === null) return { problem: { code: 'ATTACHMENT_NOT_VALID', params: {} } }
      const key = newRequestKey()
      const photo = { key, owner: `${id}@${company?.id ?? ''}`, madeAt: Date.now(), name: file.name, blob: file }
      if (!(await keepPhoto(photo)) && !(await keepSmall(photo))) return { problem: { code: 'PHOTO_NOT_KEPT', params: {} } }
      const waiting: WaitingPhoto = { id: key, occurrenceId, name: chosen.name, place, source }
      return (await add(CHECKLIST_PHOTO, [waiting], { isQuiet: true })) ? { id: key } : { problem: { code: 'PHOTO_NOT_KEPT', params: {} } }
    },
    [id, company, add, occurrenceId, place],
  )
}

/** A device with little room may have some for a small photo. */
async function keepSmall(photo: KeptPhoto & { readonly blob: File }): Promise<boolean> {
  if (!photo.blob.type.startsWith('image/')) return false
  const small = await shrunkPhoto(photo.blob, SMALL)
  return small !== null && small.size < photo.blob.size && (await keepPhoto({ ...photo, blob: small, isSmall: true }))
}
