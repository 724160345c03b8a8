import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import { panWindow, type TimeWindow, zoomWindow } from '#web/ui/timeWindow.ts'
import classes from './HistoryTab.module.css'

const ZOOM_FACTOR = 2
const PAN_SHARE = 1 / 2

type HistoryToolsProps = {
  readonly window: TimeWindow
  readonly bounds: TimeWindow
  readonly isTable: boolean
  readonly onWindow: (window: TimeWindow) => void
  readonly onTable: (isTable: boolean) => void
  /** Makes the shown part the period. */
  readonly onPeriod: () => void
}

/** Returns the buttons for zoom and pan, and the switch to the table. */
export function HistoryTools({ window, bounds, isTable, onWindow, onTable, onPeriod }: HistoryToolsProps) {
  const { t } = useTexts('history')
  const isZoomed = window.to - window.from < bounds.to - bounds.from
  const at = (window.from + window.to) / 2
  const step = (window.to - window.from) * PAN_SHARE
  return (
    <div className={classes['tools']} data-print="no">
      {!isTable && (
        <>
          {isZoomed && (
            <>
              <button type="button" className={classes['toggle']} onClick={() => onWindow(bounds)}>
                {t('tools.whole')}
              </button>
              <button type="button" className={classes['toggle']} onClick={onPeriod}>
                {t('tools.asPeriod')}
              </button>
            </>
          )}
          <Tool
            label={t('timeline.earlier')}
            icon="back"
            isDisabled={!isZoomed}
            onClick={() => onWindow(panWindow(window, bounds, -step))}
          />
          <Tool
            label={t('timeline.later')}
            icon="forward"
            isDisabled={!isZoomed}
            onClick={() => onWindow(panWindow(window, bounds, step))}
          />
          <Tool
            label={t('timeline.zoomOut')}
            icon="zoomOut"
            isDisabled={!isZoomed}
            onClick={() => onWindow(zoomWindow(window, bounds, { factor: 1 / ZOOM_FACTOR, at }))}
          />
          <Tool
            label={t('timeline.zoomIn')}
            icon="zoomIn"
            isDisabled={false}
            onClick={() => onWindow(zoomWindow(window, bounds, { factor: ZOOM_FACTOR, at }))}
          />
        </>
      )}
      <button type="button" className={classes['toggle']} onClick={() => onTable(!isTable)}>
        <Icon name={isTable ? 'chart' : 'table'} size={16} /> {t(isTable ? 'timeline.asChart' : 'timeline.asTable')}
      </button>
    </div>
  )
}

type ToolProps = { readonly label: string; readonly icon: IconName; readonly isDisabled: boolean; readonly onClick: () => void }

function Tool({ label, icon, isDisabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={classes['tool']}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onClick()
      }}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
