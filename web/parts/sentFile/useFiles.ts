import { useState } from 'react'
import { attachmentProblem, type FileRoad } from '#web/api/attachment.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useViewer } from '#web/api/viewer.ts'
import { serverState } from '#web/base/serverState.ts'
import type { EntryRefusal } from '#web/parts/outbox/outboxEntry.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { keepPhoto, keptPhotos } from './keptPhotos.ts'
import { dropFile, fileOf, isFileAmong, SENT_FILE, type WaitingFile } from './sentFile.ts'
import { shrunkPhoto } from './shrunkPhoto.ts'

/** So long what is said waits for its files while there is a connection; then it waits on the device with them. */
const SENT_WITHIN_MS = 5_000

/** A file that was chosen for what is being written. */
type ChosenFile = {
  readonly id: string
  readonly name: string
  /** Whether it is on this device only. */
  readonly isWaiting: boolean
  /** Why the server does not take it. */
  readonly refusal: EntryRefusal | null
}

export type Files = {
  readonly list: readonly ChosenFile[]
  readonly isBusy: boolean
  /** Why the last one was not taken, with its name. */
  readonly problem: (ApiProblem & { readonly name: string }) | null
  add(file: File): Promise<void>
  remove(id: string): Promise<void>
  /** Resolves once they are there, or do not get there soon: what names them goes after them. */
  sent(): Promise<void>
  /** They went with what was said. */
  clear(): void
}

/**
 * Returns the files that go with what is being written: each is made anew, kept on the device, and sent through the outbox under an id of its own, with a
 * connection at once; what names it goes after it.
 */
export function useFiles(road: FileRoad, { supportRequestId = null }: { readonly supportRequestId?: number | null } = {}): Files {
  const { id: userId, company } = useViewer()
  const unsent = useUnsent()
  const { entries } = useOutbox()
  const [chosen, setChosen] = useState<readonly { readonly id: string; readonly name: string }[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Files['problem']>(null)
  const take = async (file: File): Promise<ApiProblem | null> => {
    const made = await shrunkPhoto(file)
    if (made === null) return { code: 'ATTACHMENT_NOT_VALID', params: {} }
    const wrong = attachmentProblem(made)
    if (wrong !== null) return wrong
    const id = newRequestKey()
    const owner = `${userId}@${company?.id ?? ''}`
    const waiting: WaitingFile = { road, id, name: file.name, supportRequestId }
    const isKept =
      (await keepPhoto({ key: id, owner, madeAt: Date.now(), name: made.name, blob: made })) &&
      (await unsent.add(SENT_FILE, [waiting], { isQuiet: true }))
    if (!isKept) return { code: 'PHOTO_NOT_KEPT', params: {} }
    setChosen((before) => [...before, { id, name: file.name }])
    return null
  }
  return {
    list: chosen.map(({ id, name }) => {
      const entry = entries.find((one) => fileOf(one)?.id === id)
      return { id, name, isWaiting: entry !== undefined, refusal: entry?.refusal ?? null }
    }),
    isBusy,
    problem,
    add: async (file) => {
      setBusy(true)
      // Whatever a browser does not do with the file, the button is there again.
      const wrong = await take(file).catch((): ApiProblem => ({ code: 'PHOTO_NOT_KEPT', params: {} }))
      setBusy(false)
      setProblem(wrong === null ? null : { ...wrong, name: file.name })
    },
    remove: async (id) => {
      setChosen((before) => before.filter((one) => one.id !== id))
      await dropFile(id, entries, { again: outbox.again, remove: keptPhotos.remove })
      const entry = entries.find((one) => fileOf(one)?.id === id)
      if (entry !== undefined) await outbox.drop(entry.id)
    },
    sent: () => whenSent(chosen.map(({ id }) => id)),
    clear: () => {
      setChosen([])
      setProblem(null)
    },
  }
}

/** Resolves once none of the files waits any longer, after five seconds anyway, and at once where there is no connection. */
async function whenSent(ids: readonly string[]): Promise<void> {
  const isThere = () => !outbox.state().entries.some((entry) => entry.refusal === null && isFileAmong(entry, ids))
  if (isThere() || !navigator.onLine || serverState() === 'away') return
  await new Promise<void>((resolve) => {
    const end = () => {
      leave()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, SENT_WITHIN_MS)
    const leave = outbox.subscribe(() => {
      if (isThere()) end()
    })
  })
}
