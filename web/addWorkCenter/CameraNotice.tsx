import { useTexts } from '#web/parts/problem/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './AddWorkCenter.module.css'
import type { Way } from './addWorkCenter.view.ts'
import type { CameraFault } from './camera.view.ts'

type CameraNoticeProps = { readonly fault: CameraFault; readonly onWay: (way: Way) => void }

/** Returns one of the eight errors of cameras and codes (spec 001 §8): what happened, what to do next, and the two other ways. */
export function CameraNotice({ fault, onWay }: CameraNoticeProps) {
  const { t } = useTexts('addWorkCenter')
  return (
    <div className={classes['fault']} role="alert">
      <p>
        <b>{t(`message.camera.${fault}`)}</b>
      </p>
      <p>{t(`next.${fault}`)}</p>
      <div className={classes['actions']}>
        <ActionButton onClick={() => onWay('photo')}>{t('instead.photo')}</ActionButton>
        <ActionButton onClick={() => onWay('code')}>{t('instead.code')}</ActionButton>
      </div>
    </div>
  )
}
