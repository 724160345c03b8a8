import { useLiveWorkCenter } from '#web/api/live.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import type { StatusStyle } from '#web/parts/statusStyle.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { usePageStops } from '../stops/usePageStops.ts'
import classes from './WorkCenterHeader.module.css'

type StopActionProps = { readonly workCenterId: number; readonly style: StatusStyle }

/**
 * Returns what an operator came for, in the status bar and without a scroll (U-1): the newest stop without a reason asks why, while it goes on and
 * after. Its place is kept while the stops are on their way; nothing for whoever may not classify.
 */
export function StopAction({ workCenterId, style }: StopActionProps) {
  const { t } = useTexts('page')
  const format = useFormat()
  const live = useLiveWorkCenter(workCenterId)
  const { next, mayClassify, isLoaded, ask } = usePageStops()
  const isComing = !isLoaded && mayClassify && (live?.unclassifiedLossCount ?? 0) > 0
  if (next === null && !isComing) return null
  return (
    <div className={`${classes['toned']} ${classes['action']}`} data-style={style} data-print="no">
      <button type="button" aria-haspopup="dialog" disabled={next === null} onClick={() => ask(next)}>
        <Icon name="alert" />
        {next === null || next.end === null ? (
          <span>
            {t('stops.give')}{' '}
            {next !== null && (
              <small>
                {t('stopAction.since', { time: format.time(next.start) })} · <Elapsed since={next.start} />
              </small>
            )}
          </span>
        ) : (
          <span>
            {t('stopAction.why', { duration: format.duration(next.end - next.start) })}{' '}
            <small>{`${format.time(next.start)}–${format.time(next.end)}`}</small>
          </span>
        )}
      </button>
    </div>
  )
}
