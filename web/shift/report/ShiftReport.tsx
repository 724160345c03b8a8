import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { mayReadChecklists } from '#engine/checklist/mayUseChecklists.ts'
import { mayWriteNotes } from '#engine/shift/handover.ts'
import { mayConfirmShifts } from '#engine/shift/mayEditShift.ts'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type OeeFactor, type OpenedShiftFragment, ShiftReportDocument, type ShiftReportQuery } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Handover } from '#web/parts/handover/Handover.tsx'
import { ShiftChange } from '#web/parts/why/ShiftChange.tsx'
import { ShiftForecast } from '#web/parts/shiftInsight/ShiftForecast.tsx'
import { ShiftStory } from '#web/parts/shiftInsight/ShiftStory.tsx'
import { explainSpans } from '#web/parts/timeline/explainSpans.ts'
import { statusSpans } from '#web/parts/timeline/statusSpans.ts'
import { Timeline } from '#web/parts/timeline/Timeline.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { WhyThisNumber } from '#web/parts/why/WhyThisNumber.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { createCursor } from '#web/ui/cursor.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePrintedPeriod } from '#web/ui/printedPeriod.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { useExplainedText } from '../useExplainedText.ts'
import { ReportHead } from './ReportHead.tsx'
import { carriedOften, reportVariables, shiftHours } from './report.view.ts'
import { ShiftFigures } from './ShiftFigures.tsx'
import { ShiftHours } from './ShiftHours.tsx'
import { ShiftLosses } from './ShiftLosses.tsx'
import { ShiftMore } from './ShiftMore.tsx'
import { ShiftRevisions } from './ShiftRevisions.tsx'
import { storySource } from './storySource.tsx'
import classes from './ShiftReport.module.css'

const OF_SHIFT: readonly RecordKind[] = ['checklist', 'loss', 'order', 'output', 'shift', 'workCenter']
const RUNNING_MS = 30_000

type ShiftReportProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  /** A change was saved: what is shown is read anew. */
  readonly onChanged: () => void
}

/** Returns the report of a shift: what it came to, when it stood still and why, hour by hour, and what was confirmed or restated. */
export function ShiftReport({ shift, id, onChanged }: ShiftReportProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const explainedText = useExplainedText()
  const viewer = useViewer()
  const unitName = useUnitName()
  const isRunning = shift.status === 'PROGRESS'
  const [start, end] = [Date.parse(shift.timeStart), Date.parse(shift.timeEnd)]
  const bounds = useMemo(() => ({ from: start, to: end }), [start, end])
  const { shiftDate, shiftId, timeStart, timeEnd, workCenterId } = shift
  const hasChecklists = mayReadChecklists(viewer)
  const variables = useMemo(
    () => reportVariables({ shiftDate, shiftId, timeStart, timeEnd, workCenterId }, id, hasChecklists),
    [shiftDate, shiftId, timeStart, timeEnd, workCenterId, id, hasChecklists],
  )
  const [result, refetch] = useFreshQuery(
    ShiftReportDocument,
    variables,
    { workCenterIds: [workCenterId], kinds: OF_SHIFT, period: bounds },
    { everyMs: isRunning ? RUNNING_MS : null },
  )
  const [factor, setFactor] = useState<OeeFactor | null>(null)
  const sourceOf = storySource(shift, setFactor)
  const { data } = result
  const unit = data?.workCenter == null ? '' : unitName(data.workCenter.outputMeasurementUnit)
  usePrintedPeriod(`${shift.name}, ${format.date(start)}, ${format.time(start)}–${format.time(end)}`, format.timeZone)
  return (
    <article className={classes['report']}>
      <ReportHead shift={shift} id={id} same={data?.sameShift ?? []} mayConfirm={mayConfirmShifts(viewer)} onChanged={onChanged} />
      {result.error && !data && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {data && (
        <>
          <CarriedOften items={data.told?.handover.openItems ?? []} />
          {isRunning && data.told?.forecast != null && <ShiftForecast forecast={data.told.forecast} unit={unit} />}
          <ShiftStory sentences={data.told?.story ?? []} format={format} unit={unit} sourceOf={sourceOf} />
          <ShiftFigures shift={shift} report={data} unit={unit} onWhy={setFactor} />
          <ShiftChange level={2} workCenterId={workCenterId} timeStart={timeStart} period={bounds} />
          <ShiftLane bounds={bounds} report={data} />
          <div className={classes['columns']}>
            <ShiftHours hours={shiftHours(data.outputChart, data.lossesPages.items, Math.min(end, serverNow()))} unit={unit} />
            <ShiftLosses shift={shift} id={id} report={data} unit={unit} />
          </div>
          <ShiftMore shift={shift} report={data} unit={unit} />
          {data.told != null && (
            <Handover
              workCenterId={workCenterId}
              shift={{ shiftDate, shiftId }}
              handover={data.told}
              mayWrite={mayWriteNotes(viewer, viewer.role)}
              format={format}
            />
          )}
        </>
      )}
      <ShiftRevisions shift={shift} unit={unit} />
      <SidePanel isOpen={factor !== null} onClose={() => setFactor(null)} side="right" title={t('why.title')} closeLabel={t('state.close')}>
        {factor !== null && (
          <WhyThisNumber
            workCenterId={workCenterId}
            shiftStart={start}
            unit={unit}
            factor={factor}
            onFactor={setFactor}
            onFollow={() => setFactor(null)}
          />
        )}
      </SidePanel>
      <p className={classes['foot']}>
        {t('report.foot', { coverage: format.percent(shift.coverage), explained: explainedText(shift) })}{' '}
        {shift.workCenter.deviceId != null && (
          <Link
            to="/boxes/$deviceId"
            params={{ deviceId: shift.workCenter.deviceId }}
            search={{ tab: 'history', from: timeStart, to: timeEnd }}
          >
            {t('report.history')}
          </Link>
        )}
      </p>
    </article>
  )
}

/** What was carried from shift to shift so often that nobody should overlook it again (domain.md S-94). */
function CarriedOften({ items }: { readonly items: NonNullable<ShiftReportQuery['told']>['handover']['openItems'] }) {
  const { t } = useTexts('shift')
  const often = carriedOften(items)
  if (often.length === 0) return null
  return (
    <section className={classes['resolve']} aria-label={t('report.carried')}>
      <h2>{t('report.carried')}</h2>
      <ul>
        {often.map(({ id, text, carriedCount }) => (
          <li key={id}>
            {text} <span className={classes['meta']}>{t('lost.times', { count: carriedCount })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type LaneProps = { readonly bounds: TimeWindow; readonly report: Parameters<typeof ShiftFigures>[0]['report'] }

function ShiftLane({ bounds, report }: LaneProps) {
  const [window, setWindow] = useState(bounds)
  const [cursor] = useState(createCursor)
  const spans = useMemo(() => explainSpans(statusSpans(report.statusTimeline, []), report.lossesPages.items), [report])
  return (
    <Timeline
      spans={spans}
      bounds={bounds}
      window={window}
      onWindow={setWindow}
      cursor={cursor}
      selectedAt={null}
      onStop={() => undefined}
    />
  )
}
