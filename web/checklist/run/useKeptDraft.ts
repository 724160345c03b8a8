import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useActingPerson } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { keptRuns, runKey, type KeptRun } from '#web/parts/handIn/keptRuns.ts'
import { isNoRoom } from '#web/parts/outbox/askToStay.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { logFailure } from '#web/ui/log.ts'
import { draftKey, type KeptDraft, keptDrafts } from './keptDrafts.ts'

export type DraftKeeping = {
  /** undefined = not known yet; null = nothing is kept. */
  readonly kept: KeptDraft | null | undefined
  /** What it asks, read before anybody opened it here; null = it was not. */
  readonly ahead: KeptRun['run'] | null
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
  const [read, setRead] = useState<{
    readonly key: string
    readonly draft: KeptDraft | null
    readonly ahead: KeptRun['run'] | null
  } | null>(null)
  useEffect(() => {
    let isGone = false
    const look = async () => {
      // All of them: those that became too old go with it.
      const draft = (await keptDrafts.list()).find((one) => one.key === key) ?? null
      const ahead = draft === null ? await keptRuns.get(runKey(owner, occurrenceId)) : null
      return { key, draft, ahead: ahead?.run ?? null }
    }
    look().then(
      (found) => {
        if (!isGone) setRead(found)
      },
      (error: unknown) => {
        logFailure('A draft could not be read', error)
        if (!isGone) setRead({ key, draft: null, ahead: null })
      },
    )
    return () => {
      isGone = true
    }
  }, [key, owner, occurrenceId])
  const { t } = useCommonTexts()
  const toldOf = useRef('')
  const keep = useCallback(
    (draft: Pick<KeptDraft, 'answers' | 'closing' | 'run'>) => {
      keptDrafts.put({ key, owner, madeAt: Date.now(), ...draft }).catch((error: unknown) => {
        logFailure('A draft could not be kept', error)
        // Said once for each run: the next answers meet the same.
        if (isNoRoom(error) && toldOf.current !== key) showToast(t('unsent.noRoom'))
        toldOf.current = key
      })
    },
    [key, owner, t],
  )
  const forget = useCallback(() => {
    const gone = async () => {
      await keptDrafts.remove(key)
      if (occurrenceId < 0) await keptRuns.remove(runKey(owner, occurrenceId))
    }
    gone().catch((error: unknown) => logFailure('A draft could not be removed', error))
  }, [key, owner, occurrenceId])
  const kept = read?.key === key ? read.draft : undefined
  const ahead = read?.key === key ? read.ahead : null
  return useMemo(() => ({ kept, ahead, keep, forget }), [kept, ahead, keep, forget])
}
