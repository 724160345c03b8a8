import { useEffect, useMemo, useRef } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { useViewer } from '#web/api/viewer.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { ClassifyPanel } from './ClassifyPanel.tsx'
import { SavedBar } from './SavedBar.tsx'
import classes from '../page/Panel.module.css'
import { StopList } from './StopList.tsx'
import { listStops, type Stop } from './stops.view.ts'
import { useClassify } from './useClassify.ts'
import type { ShiftStops } from './useShiftStops.ts'

type StopsPanelProps = {
  readonly workCenterId: number
  readonly shiftStops: ShiftStops
  /** The stop being classified, as it was when its reasons were opened; later changes show up as a conflict on save. */
  readonly asked: Stop | null
  readonly onAsk: (stop: Stop | null) => void
}

/** Returns the stops of the shift and the drawer that gives one its reason in two taps (U-1). */
export function StopsPanel({ workCenterId, shiftStops, asked: opened, onAsk }: StopsPanelProps) {
  const { t } = useCommonTexts()
  const viewer = useViewer()
  const heading = useRef<HTMLHeadingElement>(null)
  const { losses, isFailed, isLoaded, refetch } = shiftStops
  const list = useMemo(() => listStops(losses), [losses])
  const classify = useClassify()
  const { pending, refused } = classify
  const mayUpdate = mayEditLosses(viewer)
  const mayClassify = (stop: Stop) => pending === null && stop.refusal === null
  const asked = refused?.decision.stop ?? opened
  const isAsking = asked !== null && pending === null && (mayClassify(asked) || refused !== null)

  // The button that opened the drawer may have moved with its stop.
  useEffect(() => {
    if (pending !== null && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [pending])

  const close = () => {
    onAsk(null)
    if (refused !== null) classify.forget()
  }
  return (
    <section className={classes['section']} aria-label={t('stops.title')}>
      <div className={classes['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {t('stops.title')}
        </h2>
        {list.openCount > 0 && <p className={classes['warning']}>{t('stops.open', { count: list.openCount })}</p>}
      </div>
      {!mayUpdate && list.stops.length > 0 && <p className={classes['meta']}>{t('stops.mayNot')}</p>}
      <SavedBar classify={classify} />
      {isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {isLoaded && (
        <StopList list={list} savingId={pending?.stop.id ?? null} mayClassify={mayClassify} onClassify={mayUpdate ? onAsk : null} />
      )}
      <SidePanel isOpen={isAsking} onClose={close} side="right" title={t('classify.title')} closeLabel={t('state.close')}>
        {asked !== null && (
          <ClassifyPanel
            key={asked.id}
            workCenterId={workCenterId}
            stop={asked}
            refused={refused}
            onDecide={(decision, version) => {
              onAsk(null)
              classify.save(decision, version)
            }}
            onKeep={close}
          />
        )}
      </SidePanel>
    </section>
  )
}
