import { useRef, useState } from 'react'
import { readDeviceLabel, type DeviceLabel } from '#engine/workCenter/deviceLabel.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './AddWorkCenter.module.css'
import type { Way } from './addWorkCenter.view.ts'
import { fittedSize, type CameraFault } from '#web/parts/scan/camera.view.ts'
import { CameraNotice } from './CameraNotice.tsx'
import { openDecoder } from '#web/parts/scan/decoder.ts'

/** Spec 001 §9. */
const MAX_BYTES = 5 * 1024 * 1024
/** Sides in pixels of the searched pictures, the smaller first: it is quicker, and blurred codes read better small. */
const SIDES = [1000, 2400] as const

type PhotoPanelProps = { readonly isRefused: boolean; readonly onFound: (label: DeviceLabel) => void; readonly onWay: (way: Way) => void }

type Outcome = 'PHOTO_NOT_VALID' | 'PHOTO_TOO_LARGE' | 'notFound'

/** Returns the way by a photo of the label, taken now or before; it is read on this device and not sent anywhere. */
export function PhotoPanel({ isRefused, onFound, onWay }: PhotoPanelProps) {
  const { t } = useTexts('addWorkCenter')
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [fault, setFault] = useState<CameraFault | null>(null)
  const choose = async (file: File) => {
    setFault(null)
    setOutcome(null)
    if (file.size > MAX_BYTES) return setOutcome('PHOTO_TOO_LARGE')
    setReading(true)
    const text = await readPhoto(file).finally(() => setReading(false))
    if (text === undefined) return setOutcome('PHOTO_NOT_VALID')
    if (text === null) return setOutcome('notFound')
    const label = readDeviceLabel(text)
    return typeof label === 'string' ? setFault(label) : onFound(label)
  }
  const shown = fault ?? (isRefused && outcome === null && !isReading ? 'wrongWorkCenter' : null)
  return (
    <div className={classes['panel']}>
      <p>{t('photo.help')}</p>
      <input
        ref={input}
        className="hidden-text"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t('photo.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again after it was retaken.
          currentTarget.value = ''
          if (file !== undefined) void choose(file)
        }}
      />
      <div className={classes['actions']}>
        <ActionButton isMain isBusy={isReading} onClick={() => input.current?.click()}>
          {t('photo.choose')}
        </ActionButton>
      </div>
      <p role="status">{isReading && t('photo.reading')}</p>
      {outcome !== null && (
        <div className={classes['fault']} role="alert">
          <p>
            <b>{outcome === 'notFound' ? t('photo.notFound') : t(`code.${outcome}`)}</b>
          </p>
          <div className={classes['actions']}>
            <ActionButton onClick={() => onWay('scan')}>{t('instead.scan')}</ActionButton>
            <ActionButton onClick={() => onWay('code')}>{t('instead.code')}</ActionButton>
          </div>
        </div>
      )}
      {shown !== null && <CameraNotice fault={shown} way="photo" onWay={onWay} />}
    </div>
  )
}

/** Returns the text of the QR code in the photo, null where none is found, undefined where the file is no picture. */
async function readPhoto(file: File): Promise<string | null | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return undefined
  const decoder = openDecoder()
  const canvas = document.createElement('canvas')
  try {
    for (const side of SIDES) {
      Object.assign(canvas, fittedSize(bitmap.width, bitmap.height, side))
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      const image = context?.getImageData(0, 0, canvas.width, canvas.height)
      const text = image === undefined ? null : await decoder.read(image)
      if (text !== null) return text
    }
    return null
  } catch {
    return null
  } finally {
    bitmap.close()
    decoder.end()
  }
}
