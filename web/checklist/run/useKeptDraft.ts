import { useCallback, useEffect, useMemo, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useActingPerson } from '#web/base/actingPerson.ts'
import { logFailure } from '#web/ui/log.ts'
import { draftKey, type KeptDraft, keptDrafts } from './keptDrafts.ts'

export type DraftKeeping = {
  /** undefined = not known yet; null = nothing is kept. */
  readonly kept: KeptDraft | null | undefined
  /** Keeps the run as it stands, in the place of what was kept of it. */
  keep(draft: Pick<KeptDraft, 'answers' | 'closing' | 'run'>): void
  /** Forgets the run: it is handed in, or waits in the outbox. */
  forget(): void
}

/** Returns what is kept of the run on this device, and how it is kept: answers outlive a reload, the end of the browser, and a tablet that goes out. */
export function useKeptDraft(occurrenceId: number): DraftKeeping {
  const { id, company } = useViewer()
  const acting = useActingPerson()
  const owner = `${id}@${company?.id ?? ''}`
  const key = draftKey(owner, acting?.userId ?? null, occurrenceId)
  const [read, setRead] = useState<{ readonly key: string; readonly draft: KeptDraft | null } | null>(null)
  useEffect(() => {
    let isGone = false
    const found = (drafts: readonly KeptDraft[]) => {
      if (!isGone) setRead({ key, draft: drafts.find((one) => one.key === key) ?? null })
    }
    // All of them: those that became too old go with it.
    keptDrafts.list().then(found, (error: unknown) => {
      logFailure('A draft could not be read', error)
      found([])
    })
    return () => {
      isGone = true
    }
  }, [key])
  const keep = useCallback(
    (draft: Pick<KeptDraft, 'answers' | 'closing' | 'run'>) => {
      keptDrafts.put({ key, owner, madeAt: Date.now(), ...draft }).catch((error: unknown) => logFailure('A draft could not be kept', error))
    },
    [key, owner],
  )
  const forget = useCallback(() => {
    keptDrafts.remove(key).catch((error: unknown) => logFailure('A draft could not be removed', error))
  }, [key])
  const kept = read?.key === key ? read.draft : undefined
  return useMemo(() => ({ kept, keep, forget }), [kept, keep, forget])
}
