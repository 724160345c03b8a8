import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { CameraFault } from './camera.view.ts'
import classes from './CameraScan.module.css'
import { useCamera } from './useCamera.ts'
import { useScan } from './useScan.ts'

export type CameraScanProps = { readonly onText: (text: string) => void }

/** Returns the camera that reads any code and calls with its text, then it is off; the browser's question is explained before it is asked. */
export function CameraScan({ onText }: CameraScanProps) {
  const { t } = useTexts('addWorkCenter')
  const { state, start, stop } = useCamera()
  const [failed, setFailed] = useState<CameraFault | null>(null)
  const video = useRef<HTMLVideoElement>(null)
  const stream = state.kind === 'live' ? state.stream : null
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [stream])
  useScan(
    stream,
    video,
    (text) => {
      if ('vibrate' in navigator) navigator.vibrate(100)
      stop()
      onText(text)
    },
    () => setFailed('notSupported'),
  )
  const fault = state.kind === 'fault' ? state.fault : failed
  return (
    <div className={classes['panel']}>
      <div className={classes['stream']}>
        <video ref={video} autoPlay muted playsInline aria-label={t('scan.picture')} hidden={stream === null} />
        {state.kind === 'off' && <p>{t('scan.explain')}</p>}
        {state.kind === 'asking' && <p role="status">{t('scan.asking')}</p>}
      </div>
      {stream !== null && <p role="status">{t('scan.aim')}</p>}
      {fault !== null && (
        <div role="alert">
          <p>
            <b>{t(`message.camera.${fault}`)}</b>
          </p>
          <p>{t(`next.${fault}`)}</p>
        </div>
      )}
      {state.kind !== 'live' && state.kind !== 'asking' && (
        <div>
          <ActionButton isMain onClick={() => void start()}>
            {t(fault === null ? 'scan.start' : 'scan.again')}
          </ActionButton>
        </div>
      )}
    </div>
  )
}
