import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './AddWorkCenter.module.css'
import { LABEL_WAYS, type Way } from './addWorkCenter.view.ts'
import type { CameraFault } from '#web/parts/scan/camera.view.ts'

type CameraNoticeProps = {
  readonly fault: CameraFault
  /** The way on which it happened: the two others are offered. */
  readonly way: Way
  readonly onWay: (way: Way) => void
}

/** Returns one of the eight errors of cameras and codes (spec 001 §8): what happened, what to do next, and the two other ways. */
export function CameraNotice({ fault, way, onWay }: CameraNoticeProps) {
  const { t } = useTexts('addWorkCenter')
  return (
    <div className={classes['fault']} role="alert">
      <p>
        <b>{t(`message.camera.${fault}`)}</b>
      </p>
      <p>{t(`next.${fault}`)}</p>
      <div className={classes['actions']}>
        {LABEL_WAYS.filter((other) => other !== way).map((other) => (
          <ActionButton key={other} onClick={() => onWay(other)}>
            {t(`instead.${other}`)}
          </ActionButton>
        ))}
      </div>
    </div>
  )
}
