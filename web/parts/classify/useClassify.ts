import { useCallback, useMemo, useState } from 'react'
import { useClient } from 'urql'
import { ClassifyLossDocument, type LossNowQuery, LossNowDocument } from '#web/api/generated/graphql.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { decisionEdit, withUnsent } from './lossEdit.ts'
import {
  type Decision,
  type Given,
  problemOf,
  type Problem,
  type ShownLoss,
  type Stop,
  stopOf,
  undoOf,
  withGiven,
  writeDecision,
} from './stops.view.ts'
import { useUnsentEdits } from './useUnsentEdits.ts'

/** A refused decision with everything chosen and typed; `now` is the other person's version. */
export type Refused = { readonly decision: Decision; readonly problem: Problem; readonly now: LossNowQuery['loss'] }

/** A decision that was saved, or taken back. Sums and OEE follow later where they are still being recalculated. */
export type Saved = { readonly after: Stop; readonly isUndone: boolean; readonly isRecalculating: boolean }

export type Classify = {
  /** Whether a decision about the stop is on its way; only this stop waits for it. */
  isSaving(stopId: number): boolean
  /** Whether any decision is on its way. */
  readonly isBusy: boolean
  readonly refused: Refused | null
  readonly saved: Saved | null
  /** Returns the losses with what was decided about them, before the server and the list tell it (U-41). */
  shown(losses: readonly ShownLoss[]): readonly ShownLoss[]
  save(decision: Decision, version?: number): void
  undo(): void
  forget(): void
}

const NONE: ReadonlyMap<number, Given> = new Map()

/**
 * Returns how stops get their reasons: saved against the version that was seen, with a way back, and nothing lost when it is refused (U-41). Without a
 * connection a decision waits in the outbox. Lists follow by the message of changed records.
 */
export function useClassify(): Classify {
  const client = useClient()
  const [given, setGiven] = useState(NONE)
  const [refused, setRefused] = useState<Refused | null>(null)
  const unsent = useUnsentEdits()
  const { entries } = useOutbox()
  const change = useChange(ClassifyLossDocument, {
    withKey: (variables, requestKey) => ({ ...variables, requestKey }),
    undoOf: ({ updateLoss }, { input }) => {
      const before = given.get(input.id)?.decision.stop
      return before === undefined ? null : { input: undoOf(before, stopOf(updateLoss)) }
    },
  })
  // One object for one answer: the bar that shows it goes by itself after a while.
  const saved = useMemo(() => {
    if (change.saved === null) return null
    const { updateLoss } = change.saved.data
    return { after: stopOf(updateLoss), isUndone: change.saved.isUndone, isRecalculating: updateLoss.isRecalculating }
  }, [change.saved])
  const put = (id: number, next: Given | null) =>
    setGiven((known) => {
      const others = [...known].filter(([other]) => other !== id)
      return new Map(next === null ? others : [...others, [id, next]])
    })
  const follow = async (asked: Decision, send: () => ReturnType<typeof change.run>) => {
    const { id } = asked.stop
    setRefused(null)
    // What waits already goes first.
    if (unsent.isWaiting() && (await unsent.add(decisionEdit(asked, unsent.now())))) return put(id, null)
    put(id, { decision: asked, after: null })
    const { data, problems } = await send()
    if (data !== null) return put(id, { decision: asked, after: data.updateLoss })
    if (isTransient(problems) && (await unsent.add(decisionEdit(asked, unsent.now())))) {
      change.forget()
      return put(id, null)
    }
    put(id, null)
    const problem = problemOf(problems.map(({ code }) => code))
    const now = problem === 'CONFLICT' ? await client.query(LossNowDocument, { id }, { requestPolicy: 'network-only' }) : null
    setRefused({ decision: asked, problem, now: now?.data?.loss ?? null })
  }
  const shown = useCallback((losses: readonly ShownLoss[]) => withUnsent(withGiven(losses, given), entries), [given, entries])
  return {
    isSaving: (id) => given.get(id)?.after === null,
    isBusy: [...given.values()].some(({ after }) => after === null),
    refused,
    saved,
    shown,
    save: (asked, version) => void follow(asked, () => change.run({ input: writeDecision(asked, version) })),
    undo: () => {
      const { undo } = change
      if (saved === null || undo === null || change.saved === null) return
      const before = given.get(change.saved.variables.input.id)?.decision.stop
      if (before === undefined) return
      const { reasonId, reason, comment } = before
      void follow({ stop: saved.after, reasonId, reason, comment }, undo)
    },
    forget: () => {
      setRefused(null)
      change.forget()
    },
  }
}
