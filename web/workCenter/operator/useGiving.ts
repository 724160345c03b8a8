import { useCallback, useState } from 'react'
import {
  ClassifyTogetherDocument,
  type LossFieldsFragment,
  type QueuedLossFragment,
  SplitLossDocument,
  UndoSplitDocument,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { type Choice, problemOf, type Problem } from '#web/parts/classify/stops.view.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import type { OpStop } from './operator.view.ts'

/** What was said of several stops at once, or of the two parts of one, and can be taken back. */
type Gesture = {
  readonly kind: 'TOGETHER' | 'SPLIT'
  readonly reason: string
  readonly count: number
  readonly after: readonly LossFieldsFragment[]
  /** What takes it back says of the stops: the reason that a person had given, and the comment; undefined = the comment was not touched. */
  readonly before: { readonly reasonId: number | null; readonly comment: string | null | undefined }
  readonly isUndone: boolean
}

export type Giving = {
  /** Returns the losses with what was said of them, before the server tells it. */
  shown(losses: readonly QueuedLossFragment[]): readonly QueuedLossFragment[]
  isSaving(stopId: number): boolean
  readonly classify: ReturnType<typeof useClassify>
  /** The last gesture over several; null where the last was of one stop, or none. */
  readonly gesture: Gesture | null
  readonly isBusy: boolean
  /** Why the last gesture over several was refused. */
  readonly problem: Problem | null
  /** Says the same of all of the stops. */
  give(stops: readonly OpStop[], choice: Choice, comment: string | null): void
  comment(stop: OpStop, comment: string): void
  /** Cuts the stop and says why each part was; `earlier` null leaves the first part its reason. */
  split(stop: OpStop, at: number, said: { readonly earlier: Choice | null; readonly later: Choice }): void
  readonly undo: (() => void) | null
  forget(): void
}

type Pending = { readonly ids: ReadonlySet<number>; readonly choice: Choice; readonly versions: ReadonlyMap<number, number> }

/** Returns how the screen of an operator gives reasons: of one stop, of several with one tile, of both parts of one; each is one change with one way back (U-41). */
export function useGiving(): Giving {
  const classify = useClassify()
  const together = useChange(ClassifyTogetherDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const cutting = useChange(SplitLossDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const joining = useChange(UndoSplitDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const [gesture, setGesture] = useState<Gesture | null>(null)
  const [pending, setPending] = useState<Pending | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { shown: shownOne } = classify
  const isBusy = classify.isBusy || together.isBusy || cutting.isBusy || joining.isBusy

  const begin = () => {
    classify.forget()
    setGesture(null)
    setProblem(null)
  }
  const fail = (codes: readonly string[]) => {
    setPending(null)
    setProblem(problemOf(codes))
  }
  const giveAll = async (stops: readonly OpStop[], choice: Choice, comment: string | null) => {
    begin()
    setPending({ ids: new Set(stops.map(({ id }) => id)), choice, versions: new Map(stops.map(({ id, version }) => [id, version])) })
    const input = { ids: stops.map(({ id }) => id), versions: stops.map(({ version }) => version), reasonId: choice.id }
    const { data, problems } = await together.run({ input: { ...input, ...(comment !== null && { comment }) } })
    if (data === null) return fail(problems.map(({ code }) => code))
    setGesture({
      kind: 'TOGETHER',
      reason: choice.name,
      count: stops.length,
      after: data.updateLosses,
      before: { reasonId: null, comment: comment === null ? undefined : null },
      isUndone: false,
    })
  }
  const split: Giving['split'] = (stop, at, { earlier, later }) => {
    begin()
    const pieces = [earlier === null ? {} : { reasonId: earlier.id }, { reasonId: later.id }]
    const input = { id: stop.id, version: stop.version, splitPoints: [new Date(at).toISOString()], pieces }
    void cutting.run({ input }).then(({ data, problems }) => {
      if (data === null) return fail(problems.map(({ code }) => code))
      const before = { reasonId: stop.reasonSource === 'MANUAL' ? stop.reasonId : null, comment: stop.comment }
      return setGesture({ kind: 'SPLIT', reason: later.name, count: 2, after: data.splitLoss, before, isUndone: false })
    })
  }
  const undoGesture = async ({ kind, after, before, ...done }: Gesture) => {
    const [ids, versions] = [after.map(({ id }) => id), after.map(({ version }) => version)]
    const input = { ids, versions, reasonId: before.reasonId, ...(before.comment !== undefined && { comment: before.comment }) }
    setPending(null)
    const { data, problems } = kind === 'SPLIT' ? await joining.run({ input }) : await together.run({ input })
    if (data === null) return fail(problems.map(({ code }) => code))
    setGesture({ ...done, kind, after, before, isUndone: true })
  }

  const shown = useCallback(
    (losses: readonly QueuedLossFragment[]) => {
      const byId = new Map(shownOne(losses).map((loss) => [loss.id, loss]))
      const given = losses.map((loss) => ({ ...loss, ...byId.get(loss.id) }))
      if (pending === null) return given
      return given.map((loss) => {
        const { id, name, type } = pending.choice
        const isPending = pending.ids.has(loss.id) && loss.version === pending.versions.get(loss.id)
        const reason = { id, name, type, color: '', isSmallStop: false, activityTypes: [] }
        return isPending ? { ...loss, reason, reasonSource: 'MANUAL' as const } : loss
      })
    },
    [shownOne, pending],
  )

  const undo =
    gesture === null
      ? classify.saved !== null && !classify.saved.isUndone
        ? classify.undo
        : null
      : gesture.isUndone
        ? null
        : () => void undoGesture(gesture)
  return {
    shown,
    isSaving: (id) => classify.isSaving(id) || (together.isBusy && pending?.ids.has(id) === true),
    classify,
    gesture,
    isBusy,
    problem,
    give: (stops, choice, comment) => {
      const [first, ...others] = stops
      if (first === undefined) return
      if (others.length > 0) return void giveAll(stops, choice, comment)
      begin()
      classify.save({ stop: first, reasonId: choice.id, reason: choice.name, type: choice.type, comment: comment ?? first.comment })
    },
    comment: (stop, comment) => {
      begin()
      const isByHand = stop.reasonSource === 'MANUAL'
      classify.save({ stop, reasonId: isByHand ? stop.reasonId : null, reason: isByHand ? stop.reason : null, comment })
    },
    split,
    undo,
    forget: () => {
      setGesture(null)
      setProblem(null)
      classify.forget()
    },
  }
}
