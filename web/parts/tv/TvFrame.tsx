import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useConnectionStyle } from '#web/base/useConnectionStyle.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useAlone } from '#web/parts/screen/useAlone.ts'
import { useBurnInShift } from '#web/parts/screen/useBurnInShift.ts'
import { useFullScreen } from '#web/parts/screen/useFullScreen.ts'
import { useReloadOnDeploy } from '#web/parts/screen/useReloadOnDeploy.ts'
import { useScreenScheme } from '#web/parts/screen/useScreenScheme.ts'
import { useWakeLock } from '#web/parts/screen/useWakeLock.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import classes from './TvFrame.module.css'
import { useIdle } from './useIdle.ts'
import { useScreenKeys } from './useScreenKeys.ts'

type TvFrameProps = {
  readonly title: string
  /** What stands beside the clock. */
  readonly head: ReactNode
  /** Left out where nothing turns. */
  readonly pause?: { readonly isPaused: boolean; readonly toggle: () => void }
  readonly onTurn?: (by: number) => void
  readonly onExit: () => void
  readonly children: ReactNode
}

/**
 * Returns a full-window screen for a hall (U-29). The rest of the application is out of reach; Escape leads back. Keeps the display on, shifts
 * against burn-in, and reloads after a deployment.
 */
export function TvFrame({ title, head, pause, onTurn, onExit, children }: TvFrameProps) {
  const { t } = useTexts('tv')
  const frame = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen()
  const isIdle = useIdle()
  useScreenScheme()
  useWakeLock()
  useReloadOnDeploy()
  useBurnInShift(frame)
  useAlone(frame)
  useScreenKeys((key) => {
    if (key === 'Escape') onExit()
    else if (key === ' ' && pause) pause.toggle()
    else if (key === 'ArrowRight' && onTurn) onTurn(1)
    else if (key === 'ArrowLeft' && onTurn) onTurn(-1)
    else if (key.toLowerCase() === 'f') fullScreen.toggle()
    else return false
    return true
  })
  return createPortal(
    <div className={classes['screen']} data-idle={isIdle || undefined}>
      {/* A tap pauses, as a key does; the button beside it is for those who use neither. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        ref={frame}
        role="region"
        aria-label={title}
        tabIndex={-1}
        className={classes['frame']}
        onClick={(event) => {
          if (!(event.target instanceof Element && event.target.closest('button'))) pause?.toggle()
        }}
      >
        <header className={classes['head']}>
          <Clock />
          {head}
          <div className={classes['controls']}>
            {pause && (
              <Control
                icon={pause.isPaused ? 'play' : 'pause'}
                label={pause.isPaused ? t('resume') : t('pause')}
                isPressed={pause.isPaused}
                onClick={pause.toggle}
              />
            )}
            {fullScreen.isPossible && (
              <Control
                icon="fullScreen"
                label={fullScreen.isOn ? t('leaveFullScreen') : t('fullScreen')}
                isPressed={fullScreen.isOn}
                onClick={fullScreen.toggle}
              />
            )}
            <Control icon="close" label={t('exit')} onClick={onExit} />
          </div>
        </header>
        <Offline />
        <div className={classes['content']}>{children}</div>
      </div>
    </div>,
    document.body,
  )
}

function Clock() {
  const format = useFormat()
  const now = useCoarseNow(1000)
  return <time className={classes['clock']}>{format.time(now)}</time>
}

/** Shows since when no new data arrives. */
function Offline() {
  const { t } = useTexts('tv')
  const format = useFormat()
  const { status, since } = useConnectionStyle()
  return (
    <div role="status">
      {status === 'offline' && (
        <p className={classes['offline']}>
          <Icon name="alert" /> {t('connection.offlineHelp', { time: format.time(since) })}
        </p>
      )}
    </div>
  )
}

type ControlProps = { readonly icon: IconName; readonly label: string; readonly isPressed?: boolean; readonly onClick: () => void }

function Control({ icon, label, isPressed, onClick }: ControlProps) {
  return (
    <button type="button" className={classes['control']} aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
