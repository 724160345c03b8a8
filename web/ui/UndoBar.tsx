import { useEffect, useState } from 'react'
import { Icon } from './Icon.tsx'
import classes from './UndoBar.module.css'

const SHOWN_MS = 8000

type UndoBarProps = {
  /** Empty = no bar. */
  readonly text: string
  /** What was saved; null while it is on its way. A new one is shown for its own eight seconds. */
  readonly answer: object | null
  /** Stands in a drawer, over which the place at the end of the window would not be seen. */
  readonly isInDrawer?: boolean
  readonly undoLabel: string
  readonly closeLabel: string
  /** Null where what was saved cannot be taken back. */
  readonly onUndo: (() => void) | null
  readonly onClose: () => void
}

/** Returns the bar that says what was saved and offers to take it back, for eight seconds or while it has the focus (U-41). */
export function UndoBar({ isInDrawer = false, ...bar }: UndoBarProps) {
  return (
    <div role="status" className={classes[isInDrawer ? 'inDrawer' : 'place']}>
      {bar.text !== '' && <Bar key={bar.text} {...bar} />}
    </div>
  )
}

function Bar({ text, answer, undoLabel, closeLabel, onUndo, onClose }: UndoBarProps) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (answer === null || isHeld) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
    // A new answer is a new bar.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer, isHeld])
  return (
    <div
      className={classes['bar']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {answer !== null && onUndo !== null && (
        <button type="button" className={classes['undo']} onClick={onUndo}>
          {undoLabel}
        </button>
      )}
      {answer !== null && (
        <button type="button" className={classes['close']} aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
