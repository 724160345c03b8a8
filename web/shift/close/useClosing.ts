import { useMemo, useState } from 'react'
import { mayAnswerChecklists } from '#engine/checklist/mayUseChecklists.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { mayReadOutput } from '#engine/output/mayConfirmOutput.ts'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  ClosingMoreDocument,
  ClosingOfShiftDocument,
  type ClosingOfShiftQuery,
  type LossFieldsFragment,
  type OpenedShiftFragment,
} from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { stopOf } from '#web/parts/classify/stops.view.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { serverNow } from '#web/ui/clock.ts'
import { notesOf } from '../shiftNotes.view.ts'
import type { ShiftSearch } from '../shiftSearch.ts'
import { useShiftNotes } from '../useShiftNotes.ts'
import { type ClosingLoss, heldUpBy, isToExplain, shownStep, silencesOf, stepAfter, stepsOf, worthALook } from './closing.view.ts'
import { idsOf, openTasksOf, outputsToCheck, unseenOf, workOf } from './closingOutput.view.ts'
import type { ClosingStep } from './closingSteps.ts'
import { useSayBundle } from './useSayBundle.ts'

const OF_SHIFT: readonly RecordKind[] = ['loss', 'shift']
const OF_MORE: readonly RecordKind[] = ['checklist', 'loss', 'order', 'output']
/** What is due by the clock is told by nothing else. */
const ASK_EVERY_MS = 60_000
const NO_LOSSES: ClosingOfShiftQuery['lossesPages']['items'] = []

/** Returns what closing a shift finds in it, the steps that follow from it, and how one goes on. */
export function useClosing(shift: OpenedShiftFragment, id: number, { search, change }: ListUrl<ShiftSearch>) {
  const { timeStart, timeEnd, workCenterId, status, isRecalculating } = shift
  const bounds = useMemo(() => ({ from: Date.parse(timeStart), to: Date.parse(timeEnd) }), [timeStart, timeEnd])
  const [result, refetch] = useFreshQuery(
    ClosingOfShiftDocument,
    useMemo(
      () => ({ id, workCenterId, period: { start: timeStart, end: timeEnd }, from: timeStart, to: timeEnd }),
      [id, workCenterId, timeStart, timeEnd],
    ),
    { workCenterIds: [workCenterId], kinds: OF_SHIFT, period: bounds },
  )
  const viewer = useViewer()
  const { issues } = shift
  const more = useMemo(() => {
    const rejects = [...idsOf(issues, 'QUALITY_LOSSES_WITHOUT_REASON')].slice(0, MOST_REJECTS)
    return {
      workCenterId,
      workCenterIds: [workCenterId],
      period: { start: timeStart, end: timeEnd },
      rejects,
      me: viewer.id,
      hasOutput: mayReadOutput(viewer),
      hasRejects: rejects.length > 0,
      hasTasks: mayEditLosses(viewer),
      hasChecklists: mayAnswerChecklists(viewer),
    }
  }, [issues, workCenterId, timeStart, timeEnd, viewer])
  const [moreResult, askMore] = useFreshQuery(
    ClosingMoreDocument,
    more,
    { workCenterIds: [workCenterId], kinds: OF_MORE, period: bounds },
    { everyMs: ASK_EVERY_MS },
  )
  const notes = useShiftNotes(shift, true)
  const classify = useClassify()
  const bundle = useSayBundle()
  const [passed, setPassed] = useState<ReadonlySet<ClosingStep>>(new Set())
  const now = Math.min(bounds.to, serverNow())
  const known = result.data?.lossesPages.items ?? NO_LOSSES
  const losses = useMemo(() => decided(known, classify.shown(known)), [known, classify])
  const stops = losses
    .filter((loss) => isToExplain(loss))
    .map((loss) => stopOf(loss))
    .filter((stop) => !bundle.isSaid(stop))
  const silences = silencesOf(result.data?.statusTimeline ?? [], now)
  const looks = worthALook(losses, result.data?.invalid.items ?? NO_LOSSES)
  const outputs = outputsToCheck(
    (moreResult.data?.outputIIoTs ?? []).filter((output) => output.shift?.id === id),
    issues,
  )
  const rejects = classify
    .shown(moreResult.data?.rejects?.items ?? [])
    .filter((loss) => loss.reason == null)
    .map((loss) => ({ stop: stopOf(loss), units: loss.quantity }))
  const open = openTasksOf(moreResult.data ?? {}, { issues, start: bounds.from, end: bounds.to })
  const hasFailed = moreResult.data === undefined && moreResult.error !== undefined
  const unseen = { output: unseenOf(issues, moreResult.data, 'output'), tasks: unseenOf(issues, moreResult.data, 'tasks') }
  const left = result.data?.told?.handover
  const found = {
    status,
    isRecalculating,
    stops: stops.length,
    silences: silences.length,
    looks: looks.length,
    outputs: workOf(outputs.length + rejects.length + notesOf(notes), unseen.output, hasFailed),
    tasks: workOf(open.tasks.length + open.checklists.length + open.missed.length, unseen.tasks, hasFailed),
    heldUpBy: heldUpBy({ isRecalculating, hasStops: stops.length > 0, issues }),
    openItems: left === undefined || left.seenOn != null ? 0 : left.openItems.length,
  }
  const steps = stepsOf(found, passed)
  const step = shownStep(steps, search.step)
  const goOn = () => {
    const after = new Set([...passed, step])
    setPassed(after)
    change({ step: stepAfter(stepsOf(found, after), step) })
  }
  return {
    result,
    refetch,
    classify,
    bundle,
    losses,
    stops,
    silences,
    looks,
    steps,
    step,
    goOn,
    now,
    outputs,
    rejects,
    notes,
    open,
    unseen,
    askMore,
    /** Whether nothing is known of output, tasks and checklists, since their question got no answer. */
    hasFailed,
    isWhole: result.data !== undefined && !notes.isAsked && (moreResult.data !== undefined || moreResult.error !== undefined),
  }
}

/** Rejects that are explained one after the other; the next ones follow. */
const MOST_REJECTS = 100

/** A decision that is on its way says nothing of what its reason demands. */
function decided(known: ClosingOfShiftQuery['lossesPages']['items'], shown: readonly LossFieldsFragment[]): readonly ClosingLoss[] {
  return known.map((loss, at) => {
    const { reason, ...rest } = shown[at] ?? loss
    const requireExtraNotes = reason !== null && loss.reason?.id === reason.id && loss.reason.requireExtraNotes
    return { ...rest, reason: reason === null ? null : { ...reason, requireExtraNotes } }
  })
}
