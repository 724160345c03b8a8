import { useCallback } from 'react'
import { attachmentProblem } from '#web/api/attachment.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useViewer } from '#web/api/viewer.ts'
import { keepPhoto } from '#web/parts/sentFile/keptPhotos.ts'
import { CHECKLIST_PHOTO, type WaitingPhoto } from '#web/parts/handIn/photoKind.ts'
import { shrunkPhoto } from '#web/parts/sentFile/shrunkPhoto.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'

/** A photo or document that was taken: it is on the device, and sent as soon as that goes. */
export type Taken = { readonly id: string } | { readonly problem: ApiProblem }

/** Returns what takes a photo or document for an answer: it is made anew, kept on the device, and goes through the outbox, with a connection at once (domain.md CL-10). */
export function usePhotoTaking(occurrenceId: number, place: string): (chosen: File) => Promise<Taken> {
  const { id, company } = useViewer()
  const { add } = useUnsent()
  return useCallback(
    async (chosen) => {
      const file = await shrunkPhoto(chosen)
      if (file === null) return { problem: { code: 'ATTACHMENT_NOT_VALID', params: {} } }
      const wrong = attachmentProblem(file)
      if (wrong !== null) return { problem: wrong }
      const key = newRequestKey()
      const isKept = await keepPhoto({ key, owner: `${id}@${company?.id ?? ''}`, madeAt: Date.now(), name: file.name, blob: file })
      if (!isKept) return { problem: { code: 'PHOTO_NOT_KEPT', params: {} } }
      const waiting: WaitingPhoto = { id: key, occurrenceId, name: chosen.name, place }
      return (await add(CHECKLIST_PHOTO, [waiting], { isQuiet: true })) ? { id: key } : { problem: { code: 'PHOTO_NOT_KEPT', params: {} } }
    },
    [id, company, add, occurrenceId, place],
  )
}
