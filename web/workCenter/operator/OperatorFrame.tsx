import { type ReactNode, Suspense, useRef } from 'react'
import { createPortal } from 'react-dom'
import { lazyExtra } from '#web/base/lazyPart.tsx'
import type { UrgentBarProps } from '#web/parts/notice/UrgentBar.tsx'
import { offerOutboxPlace } from '#web/parts/outbox/outboxPlace.ts'
import { OfflineSince } from '#web/parts/screen/OfflineSince.tsx'
import { ScreenClock } from '#web/parts/screen/ScreenClock.tsx'
import { ScreenControl } from '#web/parts/screen/ScreenControl.tsx'
import { useAlone } from '#web/parts/screen/useAlone.ts'
import { useFullScreen } from '#web/parts/screen/useFullScreen.ts'
import { useReloadOnDeploy } from '#web/parts/screen/useReloadOnDeploy.ts'
import { useWakeLock } from '#web/parts/screen/useWakeLock.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { LanguageList } from './LanguageList.tsx'
import { LeaveMenu } from './LeaveMenu.tsx'
import classes from './OperatorFrame.module.css'
import { useOperatorScheme } from './useOperatorScheme.ts'
import { useSoundSwitch } from '#web/parts/screen/tones.ts'

/** The screen is there before it, and goes on without it. */
const UrgentBar = lazyExtra<UrgentBarProps>(() =>
  withTexts('notification', import('#web/parts/notice/UrgentBar.tsx')).then((loaded) => ({ default: loaded.UrgentBar })),
)

type OperatorFrameProps = {
  readonly title: string
  /** What stands beside the title, for example who works. */
  readonly beside?: ReactNode
  readonly onLeave: () => void
  /** Leads to the screen for several machines; left out there. */
  readonly onMachines?: (() => void) | undefined
  /** What is urgent at these machines is told in the head. */
  readonly workCenterIds: readonly number[]
  readonly children: ReactNode
}

/**
 * Returns the full-window frame of operator mode (U-50): the rest of the application is out of reach until somebody leaves by the menu of the logo, or
 * with Escape pressed twice. Keeps the display on and reloads after a deployment.
 */
export function OperatorFrame({ title, beside, onLeave, onMachines, workCenterIds, children }: OperatorFrameProps) {
  const { t } = useTexts('operator')
  const frame = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen()
  const scheme = useOperatorScheme()
  const sound = useSoundSwitch()
  useWakeLock()
  useReloadOnDeploy()
  useAlone(frame)
  return createPortal(
    <div className={classes['screen']}>
      <div ref={frame} role="region" aria-label={t('title')} tabIndex={-1} className={classes['frame']}>
        <header className={classes['head']}>
          <LeaveMenu onLeave={onLeave} onMachines={onMachines} />
          <div className={classes['title']}>
            <h1 title={title}>{title}</h1>
            {/* In the place of the name, which it tells too: what thumbs aim at stays where it is. */}
            <Suspense fallback={null}>
              <UrgentBar workCenterIds={workCenterIds} />
            </Suspense>
          </div>
          {beside}
          <div ref={offerOutboxPlace} className={classes['unsent']} />
          <div className={classes['controls']}>
            <LanguageList />
            <ScreenControl className={classes['control']} icon="sound" label={t('sound')} isPressed={sound.isOn} onClick={sound.toggle} />
            <ScreenControl
              className={classes['control']}
              icon="theme"
              label={t('dark')}
              isPressed={scheme.isDark}
              onClick={scheme.toggle}
            />
            {fullScreen.isPossible && (
              <span className={classes['wide']}>
                <ScreenControl
                  className={classes['control']}
                  icon="fullScreen"
                  label={t('fullScreen')}
                  isPressed={fullScreen.isOn}
                  onClick={fullScreen.toggle}
                />
              </span>
            )}
            <ScreenClock className={classes['clock']} />
          </div>
        </header>
        <OfflineSince className={classes['offline']} />
        <div className={classes['content']}>{children}</div>
      </div>
    </div>,
    document.body,
  )
}
