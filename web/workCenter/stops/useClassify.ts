import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { ClassifyLossDocument, type LossNowQuery, LossNowDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { type Decision, type Problem, problemOf, type Stop, stopOf, undoOf, writeDecision } from './stops.view.ts'

/** A refused decision with everything chosen and typed; `now` is the other person's version. */
export type Refused = { readonly decision: Decision; readonly problem: Problem; readonly now: LossNowQuery['loss'] }

/** A decision that was saved, or taken back. Sums and OEE follow later where they are still being recalculated. */
export type Saved = { readonly after: Stop; readonly isUndone: boolean; readonly isRecalculating: boolean }

export type Classify = {
  /** Shown as if it were saved while it is on its way. */
  readonly pending: Decision | null
  readonly refused: Refused | null
  readonly saved: Saved | null
  save(decision: Decision, version?: number): void
  undo(): void
  forget(): void
}

/** Returns how stops get their reasons: saved against the version that was seen, with a way back, and nothing lost when it is refused (U-41). Lists follow by the message of changed records. */
export function useClassify(): Classify {
  const client = useClient()
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const change = useChange(ClassifyLossDocument, {
    withKey: (variables, requestKey) => ({ ...variables, requestKey }),
    undoOf: ({ updateLoss }) => (decision === null ? null : { input: undoOf(decision.stop, stopOf(updateLoss)) }),
  })
  // One object for one answer: the bar that shows it goes by itself after a while.
  const saved = useMemo(() => {
    if (change.saved === null) return null
    const { updateLoss } = change.saved.data
    return { after: stopOf(updateLoss), isUndone: change.saved.isUndone, isRecalculating: updateLoss.isRecalculating }
  }, [change.saved])
  const follow = async (asked: Decision, outcome: ReturnType<typeof change.run>) => {
    setPending(true)
    setRefused(null)
    const { data, problems } = await outcome
    if (data === null) {
      const problem = problemOf(problems.map(({ code }) => code))
      const now =
        problem === 'CONFLICT' ? await client.query(LossNowDocument, { id: asked.stop.id }, { requestPolicy: 'network-only' }) : null
      setRefused({ decision: asked, problem, now: now?.data?.loss ?? null })
    }
    setPending(false)
  }
  return {
    pending: isPending ? decision : null,
    refused,
    saved,
    save: (asked, version) => {
      setDecision(asked)
      void follow(asked, change.run({ input: writeDecision(asked, version) }))
    },
    undo: () => {
      if (saved === null || change.undo === null || decision === null) return
      const { reasonId, reason, comment } = decision.stop
      const back = { stop: saved.after, reasonId, reason, comment }
      setDecision(back)
      void follow(back, change.undo())
    },
    forget: () => {
      setRefused(null)
      change.forget()
    },
  }
}
