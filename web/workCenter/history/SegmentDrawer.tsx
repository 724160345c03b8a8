import { useMemo } from 'react'
import { MAX_PERIOD_MS, MIN_PERIOD_MS } from '#engine/time/periodChoice.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { ClassifyDrawer } from '#web/parts/classify/ClassifyDrawer.tsx'
import { listStops, type Stop, stopOf } from '#web/parts/classify/stops.view.ts'
import type { Classify } from '#web/parts/classify/useClassify.ts'
import { SegmentPanel } from './SegmentPanel.tsx'
import type { History } from './useHistory.ts'

type SegmentDrawerProps = {
  /** What was decided here, which the lanes show at once. */
  readonly classify: Classify
  readonly workCenterId: number
  readonly machine: string
  readonly history: History
  readonly unit: string
  readonly now: number
  readonly span: StatusSpan | null
  /** The stop whose reasons are open. */
  readonly asked: Stop | null
  readonly onAsk: (stop: Stop | null) => void
  readonly onSelect: (span: StatusSpan | null) => void
  readonly onPeriod: (from: number, to: number) => void
}

/** Returns the drawer of the selected segment, with the reasons where its stop may be classified, and undo. */
export function SegmentDrawer({
  classify,
  workCenterId,
  machine,
  history,
  unit,
  now,
  span,
  asked: opened,
  onAsk,
  onSelect,
  onPeriod,
}: SegmentDrawerProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const texts = useSpanTexts()
  const list = useMemo(() => listStops(history.losses), [history.losses])
  const mayClassify = (stop: Stop) => stop.refusal === null && !classify.isSaving(stop.id)
  const isAsking = classify.refused !== null || (opened !== null && mayClassify(opened))
  const loss = span?.loss === undefined ? undefined : history.losses.find(({ id }) => id === span.loss?.id)
  const stop = loss === undefined ? null : stopOf(loss)
  const step = (direction: -1 | 1) => {
    const index = history.statuses?.findIndex(({ start }) => start === span?.start) ?? -1
    const next = history.statuses?.[index + direction]
    if (index >= 0 && next !== undefined) onSelect(next)
  }
  const showOnly = () => {
    if (span === null) return
    const [from, end] = [span.start, span.end ?? now]
    const to = Math.max(end, from + MIN_PERIOD_MS)
    onPeriod(from, Math.min(to, from + MAX_PERIOD_MS))
  }
  return (
    <>
      <SidePanel
        isOpen={span !== null && !isAsking}
        onClose={() => {
          if (!isAsking) onSelect(null)
        }}
        side="right"
        title={
          span === null ? '' : t('segment.title', { name: texts.nameOf(span), duration: format.duration((span.end ?? now) - span.start) })
        }
        closeLabel={t('state.close')}
      >
        {span !== null && (
          <SegmentPanel
            workCenterId={workCenterId}
            machine={machine}
            span={span}
            history={history}
            unit={unit}
            now={now}
            onReason={stop !== null && mayClassify(stop) ? () => onAsk(stop) : null}
            onShowOnly={showOnly}
            onStep={step}
          />
        )}
      </SidePanel>
      <ClassifyDrawer list={list} classify={classify} asked={opened} onAsk={onAsk} />
    </>
  )
}
