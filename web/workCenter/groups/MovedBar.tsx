import { useEffect, useState } from 'react'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './GroupsDialog.module.css'
import type { Groups, Moved } from './useGroups.ts'

const SHOWN_MS = 8000

/** Returns the bar after a move: moved work centers with undo for eight seconds (paused while the bar has focus), refused ones with the reason. */
export function MovedBar({ groups }: { readonly groups: Groups }) {
  const { t } = useTexts('groups')
  const { moved, isMoving } = groups
  return (
    <div className={classes['moved']}>
      {moved !== null && moved.refused.length > 0 && (
        <ul role="alert" className={classes['refused']}>
          {moved.refused.map((move) => (
            <li key={move.id}>
              <Explained>{t('notMoved', { name: move.name, reason: problemText(t, move.problem) })}</Explained>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {isMoving && <p className={classes['bar']}>{t('moving')}</p>}
        {moved !== null && moved.done.length > 0 && <Bar key={moved.done.map(({ id }) => id).join()} moved={moved} groups={groups} />}
      </div>
    </div>
  )
}

function Bar({ moved, groups }: { readonly moved: Moved; readonly groups: Groups }) {
  const { t } = useTexts('groups')
  const [isHeld, setHeld] = useState(false)
  const { forget } = groups
  const isKept = isHeld || moved.refused.length > 0
  useEffect(() => {
    if (isKept) return
    const timer = setTimeout(forget, SHOWN_MS)
    return () => clearTimeout(timer)
    // A new answer is a new bar.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKept])
  const [first] = moved.done
  const group = groups.groups.find(({ id }) => id === first?.to)?.name
  const said = { count: moved.done.length, name: first?.name ?? '', group: group ?? '' }
  const text = () => {
    if (moved.isBack) return t('movedBack')
    if (moved.done.length === 1) return group === undefined ? t('movedOut', said) : t('movedOne', said)
    return group === undefined ? t('movedAllOut', said) : t('movedAll', said)
  }
  return (
    <div
      className={classes['bar']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text()}</span>
      {!moved.isBack && <ActionButton onClick={groups.undo}>{t('undo')}</ActionButton>}
    </div>
  )
}
