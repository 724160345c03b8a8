import type { PublicRun, PublicView } from '#engine/workCenter/publicView.ts'
import { seenAs, type StatusSpan } from '../timeline/statusSpans.ts'

/** Content of a screen for a work center: the same for viewers of a link and for signed-in people. */
export type ScreenView = Pick<PublicView, 'name' | 'unit' | 'targets' | 'lastSampleAt' | 'status' | 'shift' | 'oee' | 'output'>

/** Returns the statuses of the shift for the strip, continued by the current one where that began since; that has the look of now. */
export function spansOf(runs: readonly PublicRun[], view: Pick<ScreenView, 'status' | 'shift'>): readonly StatusSpan[] {
  const { status, shift } = view
  const spans = runs.filter((run) => shift === null || run.start < shift.end).map(spanOfRun)
  const last = spans.at(-1)
  if (status === null || shift === null) return spans
  if (last !== undefined && status.since === last.start && last.end === null)
    return [...spans.slice(0, -1), { ...last, ...seenAs(status, status.look) }]
  if (last !== undefined && status.since <= last.start) return spans
  const start = Math.max(status.since, shift.start)
  const known = last === undefined ? [] : [...spans.slice(0, -1), { ...last, end: Math.min(last.end ?? start, start) }]
  return [...known, { ...spanOfRun({ ...status, start, end: null }), name: status.name }]
}

function spanOfRun(run: PublicRun): StatusSpan {
  const { start, end, kind, color } = run
  return { start, end, kind, ...seenAs({ ...run, color }, run.look), name: null, statusRuleId: null, cause: null }
}

/** Returns the progress of the output: made and due as shares of the shift's target, and the units missing by now. */
export function progressOf(
  output: ScreenView['output'],
): { readonly made: number; readonly due: number | null; readonly missing: number } | null {
  const target = output?.targetFullShift ?? null
  if (output === null || target === null || target <= 0) return null
  const due = output.targetToDate
  return {
    made: Math.min(1, output.total / target),
    due: due === null ? null : Math.min(1, due / target),
    missing: due === null ? 0 : Math.max(0, Math.ceil(due - output.total)),
  }
}
