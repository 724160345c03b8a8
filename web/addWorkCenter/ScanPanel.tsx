import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { readDeviceLabel, type DeviceLabel } from '#engine/workCenter/deviceLabel.ts'
import type { CameraFault } from '#web/parts/scan/camera.view.ts'
import { useCamera } from '#web/parts/scan/useCamera.ts'
import { useScan } from '#web/parts/scan/useScan.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './AddWorkCenter.module.css'
import type { Way } from './addWorkCenter.view.ts'
import { CameraNotice } from './CameraNotice.tsx'

type ScanPanelProps = {
  /** The label that was found belongs to no device that can be added. */
  readonly isRefused: boolean
  readonly onFound: (label: DeviceLabel) => void
  readonly onWay: (way: Way) => void
}

/** Returns the camera in a square that keeps its place; the browser's question is explained before it is asked (U-26). */
export function ScanPanel({ isRefused, onFound, onWay }: ScanPanelProps) {
  const { t } = useTexts('addWorkCenter')
  const { state, cameraId, isTorchOn, start, stop, setTorch } = useCamera()
  const [seen, setSeen] = useState<CameraFault | null>(null)
  const video = useRef<HTMLVideoElement>(null)
  const stream = state.kind === 'live' ? state.stream : null
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [stream])
  useScan(
    stream,
    video,
    (text) => {
      const label = readDeviceLabel(text)
      if (typeof label === 'string') return setSeen(label)
      setSeen(null)
      if ('vibrate' in navigator) navigator.vibrate(100)
      stop()
      return onFound(label)
    },
    () => setSeen('notSupported'),
  )
  const fault = state.kind === 'fault' ? state.fault : (seen ?? (isRefused && state.kind === 'off' ? 'wrongWorkCenter' : null))
  return (
    <div className={classes['panel']}>
      <div className={classes['stream']} data-live={stream !== null || undefined}>
        <video ref={video} autoPlay muted playsInline aria-label={t('scan.picture')} hidden={stream === null} />
        {state.kind === 'off' && <p>{t('scan.explain')}</p>}
        {state.kind === 'asking' && <p role="status">{t('scan.asking')}</p>}
        {stream !== null && <span className={classes['frame']} aria-hidden />}
      </div>
      {stream !== null && seen === null && <p role="status">{t('scan.aim')}</p>}
      {fault !== null && <CameraNotice fault={fault} way="scan" onWay={onWay} />}
      <div className={classes['actions']}>
        {state.kind === 'off' && (
          <ActionButton isMain onClick={() => void start()}>
            {isRefused ? t('scan.again') : t('scan.start')}
          </ActionButton>
        )}
        {state.kind === 'fault' && <ActionButton onClick={() => void start()}>{t('scan.again')}</ActionButton>}
        {state.kind === 'live' && state.hasTorch && (
          <ActionButton onClick={() => void setTorch(!isTorchOn)}>{t(isTorchOn ? 'scan.torchOff' : 'scan.torchOn')}</ActionButton>
        )}
      </div>
      {(state.kind === 'live' || state.kind === 'asking') && state.cameras.length > 1 && (
        <SelectField
          name="camera"
          label={t('scan.camera')}
          value={cameraId ?? ''}
          options={state.cameras.map(({ deviceId, label }, index) => ({
            value: deviceId,
            label: label === '' ? t('scan.cameraNumber', { number: index + 1 }) : label,
          }))}
          onChange={(id) => void start(id)}
        />
      )}
    </div>
  )
}
