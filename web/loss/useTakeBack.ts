import { useState } from 'react'
import { UndoLossBatchDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'

/** What was done last with a loss; `keptCount` is there once it was taken back: what stays, since more was said of it. */
export type DoneGesture = {
  readonly kind: 'approved' | 'merged' | 'split'
  /** How many parts it was of. */
  readonly count: number
  readonly batchId: string
  readonly keptCount: number | null
}

export type TakeBack = {
  readonly done: DoneGesture | null
  put(gesture: Omit<DoneGesture, 'keptCount'>): void
  undo(): Promise<void>
  forget(): void
}

/** Returns how a split, a merge or an approval is taken back, as it was before (domain.md S-26a). */
export function useTakeBack(onChanged: () => void): TakeBack {
  const { t } = useTexts('loss')
  const [done, setDone] = useState<DoneGesture | null>(null)
  const back = useChange(UndoLossBatchDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  return {
    done,
    put: (gesture) => {
      setDone({ ...gesture, keptCount: null })
      onChanged()
    },
    undo: async () => {
      if (done === null) return
      const { data, problems } = await back.run({ batchId: done.batchId })
      if (data !== null) setDone({ ...done, keptCount: data.undoLossBatch.keptCount })
      else if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
      onChanged()
    },
    forget: () => setDone(null),
  }
}
