import { useCallback, useMemo, useState } from 'react'
import { useClient } from 'urql'
import { ClassifyLossDocument, type LossNowQuery, LossNowDocument } from '#web/api/generated/graphql.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { decisionEdit } from './lossEdit.ts'
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
import { withUnsent } from './unsentLosses.ts'
import { useUnsentEdits } from './useUnsentEdits.ts'

/** A refused decision with everything chosen and typed; `now` is the other person's version. */
export type Refused = { readonly decision: Decision; readonly problem: Problem; readonly now: LossNowQuery['loss'] }

/**
 * A decision that was saved, or taken back. Sums and OEE follow later where they are still being recalculated; what `isUnsent` is kept here until it can
 * be sent.
 */
export type Saved = { readonly after: Stop; readonly isUndone: boolean; readonly isRecalculating: boolean; readonly isUnsent: boolean }

export type Classify = {
  /** Whether a decision about the stop is on its way; only this stop waits for it. */
  isSaving(stopId: number): boolean
  /** Whether any decision is on its way. */
  readonly isBusy: boolean
  readonly refused: Refused | null
  readonly saved: Saved | null
  /** Returns the losses with what was decided about them, before the server and the list tell it (U-41). */
  shown<Loss extends ShownLoss>(losses: readonly Loss[]): readonly Loss[]
  save(decision: Decision, version?: number): void
  undo(): void
  forget(): void
}

/** A decision that waits to be sent, and the stop as it was. */
type Kept = { readonly before: Stop; readonly saved: Saved }

const NONE: ReadonlyMap<number, Given> = new Map()

/**
 * Returns how stops get their reasons: saved against the version that was seen, with a way back, and nothing lost when it is refused (U-41). Without a
 * connection a decision waits in the outbox. Lists follow by the message of changed records.
 */
export function useClassify(): Classify {
  const client = useClient()
  const [given, setGiven] = useState(NONE)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [kept, setKept] = useState<Kept | null>(null)
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
    return { after: stopOf(updateLoss), isUndone: change.saved.isUndone, isRecalculating: updateLoss.isRecalculating, isUnsent: false }
  }, [change.saved])
  const put = (id: number, next: Given | null) =>
    setGiven((known) => {
      const others = [...known].filter(([other]) => other !== id)
      return new Map(next === null ? others : [...others, [id, next]])
    })
  /** Keeps the decision until it can be sent, with its way back; false where there is no room. */
  const keep = async (asked: Decision, isUndone: boolean) => {
    if (!(await unsent.addAll([decisionEdit(asked, unsent.now())]))) return false
    change.forget()
    put(asked.stop.id, null)
    setKept({ before: asked.stop, saved: { after: decided(asked), isUndone, isRecalculating: false, isUnsent: true } })
    return true
  }
  const follow = async (asked: Decision, send: () => ReturnType<typeof change.run>, isUndone = false) => {
    const { id } = asked.stop
    setRefused(null)
    setKept(null)
    // What waits already goes first.
    if (unsent.isWaiting() && (await keep(asked, isUndone))) return
    put(id, { decision: asked, after: null })
    const { data, problems } = await send()
    if (data !== null) return put(id, { decision: asked, after: data.updateLoss })
    if (isTransient(problems) && (await keep(asked, isUndone))) return
    put(id, null)
    const problem = problemOf(problems.map(({ code }) => code))
    const now = problem === 'CONFLICT' ? await client.query(LossNowDocument, { id }, { requestPolicy: 'network-only' }) : null
    setRefused({ decision: asked, problem, now: now?.data?.loss ?? null })
  }
  const shown = useCallback(
    <Loss extends ShownLoss>(losses: readonly Loss[]) => withUnsent(withGiven(losses, given), entries),
    [given, entries],
  )
  const undoKept = async ({ before, saved: { after } }: Kept) => {
    const isGiven = before.reasonSource === 'MANUAL'
    await keep(
      { stop: after, reasonId: isGiven ? before.reasonId : null, reason: isGiven ? before.reason : null, comment: before.comment },
      true,
    )
  }
  return {
    isSaving: (id) => given.get(id)?.after === null,
    isBusy: [...given.values()].some(({ after }) => after === null),
    refused,
    saved: kept?.saved ?? saved,
    shown,
    save: (asked, version) => void follow(asked, () => change.run({ input: writeDecision(asked, version) })),
    undo: () => {
      if (kept !== null) return void undoKept(kept)
      const { undo } = change
      if (saved === null || undo === null || change.saved === null) return
      const before = given.get(change.saved.variables.input.id)?.decision.stop
      if (before === undefined) return
      const { reasonId, reason, comment } = before
      void follow({ stop: saved.after, reasonId, reason, comment }, undo, true)
    },
    forget: () => {
      setRefused(null)
      setKept(null)
      change.forget()
    },
  }
}

/** The stop as the decision leaves it. */
function decided({ stop, reasonId, reason, comment }: Decision): Stop {
  return { ...stop, reasonId, reason, reasonSource: reasonId === null ? null : 'MANUAL', comment, isUnsent: true }
}
