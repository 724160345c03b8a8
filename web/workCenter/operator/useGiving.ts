import { useCallback, useState } from 'react'
import {
  ClassifyTogetherDocument,
  type LossFieldsFragment,
  type QueuedLossFragment,
  SplitLossDocument,
  UndoSplitDocument,
} from '#web/api/generated/graphql.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { decisionEdit, type LossEditBody, rejoinEdit, splitEdit } from '#web/parts/classify/lossEdit.ts'
import { type Choice, type ChoiceHow, problemOf, type Problem } from '#web/parts/classify/stops.view.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import { useUnsentEdits } from '#web/parts/classify/useUnsentEdits.ts'
import type { OpStop } from './operator.view.ts'

/** What was said of several stops at once, or of the two parts of one, and can be taken back. */
type Gesture = {
  readonly kind: 'TOGETHER' | 'SPLIT'
  readonly reason: string
  readonly count: number
  /** As the server saved it; none where it waits to be sent. */
  readonly after: readonly LossFieldsFragment[]
  /** What takes it back where it waits to be sent; null where the server has it. */
  readonly back: readonly LossEditBody[] | null
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
  give(stops: readonly OpStop[], choice: Choice, comment: string | null, how?: ChoiceHow): void
  comment(stop: OpStop, comment: string): void
  /** Cuts the stop and says why each part was; `earlier` null leaves the first part its reason. */
  split(stop: OpStop, at: number, said: { readonly earlier: Choice | null; readonly later: Choice; readonly how?: ChoiceHow }): void
  readonly undo: (() => void) | null
  forget(): void
}

type Pending = { readonly ids: ReadonlySet<number>; readonly choice: Choice; readonly versions: ReadonlyMap<number, number> }

/**
 * Returns how the screen of an operator gives reasons: of one stop, of several with one tile, of both parts of one; each is one change with one way back
 * (U-41). Without a connection each waits in the outbox, and so does the way back.
 */
export function useGiving(): Giving {
  const classify = useClassify()
  const unsent = useUnsentEdits()
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
  /** Keeps a gesture until it can be sent; false where there is no room for all of it. */
  const keep = async (bodies: readonly LossEditBody[], kept: Omit<Gesture, 'after' | 'before' | 'isUndone'>) => {
    if (!(await unsent.addAll(bodies))) return false
    setPending(null)
    setGesture({ ...kept, after: [], before: { reasonId: null, comment: undefined }, isUndone: false })
    return true
  }
  const giveAll = async (stops: readonly OpStop[], choice: Choice, comment: string | null, how: ChoiceHow | undefined) => {
    begin()
    const said = { reasonId: choice.id, reason: choice.name, type: choice.type }
    const keepAll = async () => {
      const at = unsent.now()
      const decisions = stops.map((stop) => ({ stop, ...said, comment: comment ?? stop.comment, ...(how && { how }) }))
      const back = decisions.map(({ stop, ...decision }) => {
        const now = { ...stop, ...decision, reasonSource: 'MANUAL' as const }
        return decisionEdit({ stop: now, ...saidBefore(stop) }, at)
      })
      return await keep(
        decisions.map((decision) => decisionEdit(decision, at)),
        { kind: 'TOGETHER', reason: choice.name, count: stops.length, back },
      )
    }
    // What waits already goes first.
    if (unsent.isWaiting() && (await keepAll())) return
    setPending({ ids: new Set(stops.map(({ id }) => id)), choice, versions: new Map(stops.map(({ id, version }) => [id, version])) })
    const input = { ids: stops.map(({ id }) => id), versions: stops.map(({ version }) => version), reasonId: choice.id }
    const { data, problems } = await together.run({ input: { ...input, ...(comment !== null && { comment }), ...how } })
    if (data === null) {
      if (isTransient(problems) && (await keepAll())) return
      return fail(problems.map(({ code }) => code))
    }
    setGesture({
      kind: 'TOGETHER',
      reason: choice.name,
      count: stops.length,
      after: data.updateLosses,
      back: null,
      before: { reasonId: null, comment: comment === null ? undefined : null },
      isUndone: false,
    })
  }
  const cut = async (...[stop, at, { earlier, later, how }]: Parameters<Giving['split']>) => {
    begin()
    const keepCut = async () => {
      const now = unsent.now()
      const body = splitEdit(stop, [at], [earlier, later], now)
      const back = [rejoinEdit(stop, [earlier, later], now)]
      return await keep([{ ...body, edit: { ...body.edit, ...how } }], { kind: 'SPLIT', reason: later.name, count: 2, back })
    }
    if (unsent.isWaiting() && (await keepCut())) return
    const pieces = [earlier === null ? {} : { reasonId: earlier.id }, { reasonId: later.id }]
    const input = { id: stop.id, version: stop.version, splitPoints: [new Date(at).toISOString()], pieces, ...how }
    const { data, problems } = await cutting.run({ input })
    if (data === null) {
      if (isTransient(problems) && (await keepCut())) return
      return fail(problems.map(({ code }) => code))
    }
    const { reasonId, comment } = saidBefore(stop)
    setGesture({
      kind: 'SPLIT',
      reason: later.name,
      count: 2,
      after: data.splitLoss,
      back: null,
      before: { reasonId, comment },
      isUndone: false,
    })
  }
  const undoGesture = async ({ kind, after, before, back, ...done }: Gesture) => {
    if (back !== null) {
      const at = unsent.now()
      const said = at === null ? null : new Date(at).toISOString()
      const isKept = await unsent.addAll(back.map((body) => ({ ...body, edit: { ...body.edit, at: said } })))
      if (isKept) setGesture({ ...done, kind, after, before, back, isUndone: true })
      return
    }
    const [ids, versions] = [after.map(({ id }) => id), after.map(({ version }) => version)]
    const input = { ids, versions, reasonId: before.reasonId, ...(before.comment !== undefined && { comment: before.comment }) }
    setPending(null)
    const { data, problems } = kind === 'SPLIT' ? await joining.run({ input }) : await together.run({ input })
    if (data === null) return fail(problems.map(({ code }) => code))
    setGesture({ ...done, kind, after, before, back, isUndone: true })
  }

  const shown = useCallback(
    (losses: readonly QueuedLossFragment[]) => {
      const given = shownOne(losses)
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
    give: (stops, choice, comment, how) => {
      const [first, ...others] = stops
      if (first === undefined) return
      if (others.length > 0) return void giveAll(stops, choice, comment, how)
      begin()
      const said = { reasonId: choice.id, reason: choice.name, type: choice.type, comment: comment ?? first.comment }
      classify.save({ stop: first, ...said, ...(how && { how }) })
    },
    comment: (stop, comment) => {
      begin()
      const isByHand = stop.reasonSource === 'MANUAL'
      classify.save({ stop, reasonId: isByHand ? stop.reasonId : null, reason: isByHand ? stop.reason : null, comment })
    },
    split: (...said) => void cut(...said),
    undo,
    forget: () => {
      setGesture(null)
      setProblem(null)
      classify.forget()
    },
  }
}

/** What a person had said of the stop: a reason that a rule gave is given by rules again. */
function saidBefore({ reasonSource, reasonId, reason, comment }: OpStop): Pick<OpStop, 'comment' | 'reason' | 'reasonId'> {
  const isByHand = reasonSource === 'MANUAL'
  return { reasonId: isByHand ? reasonId : null, reason: isByHand ? reason : null, comment }
}
