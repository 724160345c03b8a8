import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '#web/texts/useTexts.ts'
import { OfflineSince } from '#web/parts/screen/OfflineSince.tsx'
import { ScreenClock } from '#web/parts/screen/ScreenClock.tsx'
import { ScreenControl } from '#web/parts/screen/ScreenControl.tsx'
import { useAlone } from '#web/parts/screen/useAlone.ts'
import { useBurnInShift } from '#web/parts/screen/useBurnInShift.ts'
import { useFullScreen } from '#web/parts/screen/useFullScreen.ts'
import { useReloadOnDeploy } from '#web/parts/screen/useReloadOnDeploy.ts'
import { useScreenScheme } from '#web/parts/screen/useScreenScheme.ts'
import { useWakeLock } from '#web/parts/screen/useWakeLock.ts'
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
          <ScreenClock className={classes['clock']} />
          {head}
          <div className={classes['controls']}>
            {pause && (
              <ScreenControl
                className={classes['control']}
                icon={pause.isPaused ? 'play' : 'pause'}
                label={pause.isPaused ? t('resume') : t('pause')}
                isPressed={pause.isPaused}
                onClick={pause.toggle}
              />
            )}
            {fullScreen.isPossible && (
              <ScreenControl
                className={classes['control']}
                icon="fullScreen"
                label={fullScreen.isOn ? t('leaveFullScreen') : t('fullScreen')}
                isPressed={fullScreen.isOn}
                onClick={fullScreen.toggle}
              />
            )}
            <ScreenControl className={classes['control']} icon="close" label={t('exit')} onClick={onExit} />
          </div>
        </header>
        <OfflineSince className={classes['offline']} />
        <div className={classes['content']}>{children}</div>
      </div>
    </div>,
    document.body,
  )
}
