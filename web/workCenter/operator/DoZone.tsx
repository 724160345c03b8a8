import { Suspense, useState } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import type { ChooseStatusDialogProps } from '../chosenStatus/ChooseStatusDialog.tsx'
import classes from './DoZone.module.css'

const ChooseStatusDialog = lazyPart<ChooseStatusDialogProps>(() =>
  withTexts('chosenStatus', import('../chosenStatus/ChooseStatusDialog.tsx')).then((module) => ({ default: module.ChooseStatusDialog })),
)

type DoZoneProps = {
  readonly workCenter: ChooseStatusDialogProps['workCenter']
  /** The statuses that people choose here; none where the viewer may not. */
  readonly statuses: ChooseStatusDialogProps['statuses']
  /** Null where the viewer may not, or there is nothing to say it of. */
  readonly onReason: (() => void) | null
  readonly onNote: (() => void) | null
  /** Null where the viewer does nothing of it. */
  readonly onTodo: (() => void) | null
  readonly todoCount: number
  readonly onHelp: () => void
}

/** Returns what an operator does with the machine, one large button each; only what this person may do here. */
export function DoZone({ workCenter, statuses, onReason, onNote, onTodo, todoCount, onHelp }: DoZoneProps) {
  const { t } = useTexts('operator')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <nav className={classes['do']} aria-label={t('do')}>
      {onReason !== null && <Action icon="question" label={t('reason')} onClick={onReason} />}
      {statuses.length > 0 && <Action icon="pin" label={t('status')} onClick={() => setChoosing(true)} />}
      {onNote !== null && <Action icon="edit" label={t('note.open')} onClick={onNote} />}
      {onTodo !== null && (
        <Action icon="check" label={todoCount === 0 ? t('todo') : t('todoCount', { count: todoCount })} onClick={onTodo} />
      )}
      <Action icon="keyboard" label={t('help.open')} onClick={onHelp} />
      {isChoosing && (
        <Suspense fallback={null}>
          <div className={classes['choice']}>
            <ChooseStatusDialog workCenter={workCenter} statuses={statuses} isOpen onClose={() => setChoosing(false)} />
          </div>
        </Suspense>
      )}
    </nav>
  )
}

function Action({ icon, label, onClick }: { readonly icon: IconName; readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      <Icon name={icon} size={24} />
      {label}
    </button>
  )
}
