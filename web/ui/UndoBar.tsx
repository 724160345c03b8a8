import { useEffect, useRef, useState } from 'react'
import { Notice } from './Notice.tsx'
import classes from './UndoBar.module.css'

const SHOWN_MS = 8000
/** Toasts stand above it. */
const HEIGHT = '--undo-bar'
const GAP_PX = 16

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
      {bar.text !== '' && <Bar key={bar.text} isInDrawer={isInDrawer} {...bar} />}
    </div>
  )
}

function Bar({ text, answer, isInDrawer, undoLabel, closeLabel, onUndo, onClose }: UndoBarProps) {
  const [isHeld, setHeld] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer === null || isHeld) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
    // A new answer is a new bar.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer, isHeld])
  useEffect(() => {
    const { style } = document.documentElement
    const height = notice.current?.offsetHeight ?? 0
    if (isInDrawer !== true) style.setProperty(HEIGHT, `${height + GAP_PX}px`)
    return () => void style.removeProperty(HEIGHT)
  }, [isInDrawer])
  return (
    <Notice
      ref={notice}
      text={text}
      isFlat={isInDrawer === true}
      action={answer !== null && onUndo !== null ? { label: undoLabel, run: onUndo } : null}
      closeLabel={closeLabel}
      onClose={answer === null ? null : onClose}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    />
  )
}
