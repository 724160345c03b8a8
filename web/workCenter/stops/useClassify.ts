import { useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { ClassifyLossDocument, type LossNowQuery, LossNowDocument, type UpdateLossInput } from '#web/api/generated/graphql.ts'
import { type Decision, type Problem, problemOf, type Stop, stopOf, undoOf, writeDecision } from './stops.view.ts'

/** A decision that was not saved, with everything that was chosen and typed; `now` is what somebody else wrote meanwhile. */
export type Refused = { readonly decision: Decision; readonly problem: Problem; readonly now: LossNowQuery['loss'] }

/** A decision that was saved, or taken back. */
export type Saved = { readonly before: Stop; readonly after: Stop; readonly isUndone: boolean }

export type Classify = {
  /** Shown as if it were saved while it is on its way. */
  readonly pending: Decision | null
  readonly refused: Refused | null
  readonly saved: Saved | null
  save(decision: Decision, version?: number): void
  undo(): void
  forget(): void
}

/** Returns how stops get their reasons: saved against the version that was seen, with a way back, and nothing lost when it is refused (U-41). */
export function useClassify(onChanged: () => void): Classify {
  const client = useClient()
  const [pending, setPending] = useState<Decision | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [saved, setSaved] = useState<Saved | null>(null)

  const send = async (decision: Decision, input: UpdateLossInput, isUndone: boolean) => {
    setPending(decision)
    setRefused(null)
    setSaved(null)
    const { data, error } = await client.mutation(ClassifyLossDocument, { input }).toPromise()
    if (data) setSaved({ before: decision.stop, after: stopOf(data.updateLoss), isUndone })
    else {
      const problem = problemOf(codesOf(error))
      const now = problem === 'CONFLICT' ? await client.query(LossNowDocument, { id: input.id }, { requestPolicy: 'network-only' }) : null
      setRefused({ decision, problem, now: now?.data?.loss ?? null })
    }
    setPending(null)
    onChanged()
  }
  return {
    pending,
    refused,
    saved,
    save: (decision, version) => void send(decision, writeDecision(decision, version), false),
    undo: () => {
      if (saved === null) return
      const { before, after } = saved
      const back = { stop: after, reasonId: before.reasonId, reason: before.reason, comment: before.comment }
      void send(back, undoOf(before, after), true)
    },
    forget: () => {
      setRefused(null)
      setSaved(null)
    },
  }
}

function codesOf(error: CombinedError | undefined): readonly unknown[] {
  return error?.graphQLErrors.map(({ extensions }) => extensions['code']) ?? []
}
