import { useEffect, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './SavedBar.module.css'
import type { Classify, Saved } from './useClassify.ts'

const SHOWN_MS = 8000

/** Returns the undo bar after a save, for eight seconds or while it has the focus (U-41). */
export function SavedBar({ classify, isInDrawer = false }: { readonly classify: Classify; readonly isInDrawer?: boolean }) {
  const { t } = useCommonTexts()
  const { isBusy, saved } = classify
  const text = isBusy ? t('classify.saving') : saved === null ? '' : savedText(saved)
  return (
    <div role="status" className={classes[isInDrawer ? 'inDrawer' : 'place']}>
      {text !== '' && <Bar key={text} text={text} saved={isBusy ? null : saved} classify={classify} />}
    </div>
  )

  function savedText({ after, isUndone, isRecalculating }: Saved): string {
    const reason = after.reason ?? t('stops.unclassified')
    const text = isUndone ? t('classify.undone', { reason }) : t('classify.saved', { reason })
    return isRecalculating ? `${text} ${t('classify.pending')}` : text
  }
}

type BarProps = { readonly text: string; readonly saved: Saved | null; readonly classify: Classify }

function Bar({ text, saved, classify }: BarProps) {
  const { t } = useCommonTexts()
  const [isHeld, setHeld] = useState(false)
  const { forget, undo } = classify
  useEffect(() => {
    if (saved === null || isHeld) return
    const timer = setTimeout(forget, SHOWN_MS)
    return () => clearTimeout(timer)
    // A new answer is a new bar.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [saved, isHeld])
  return (
    <div
      className={classes['bar']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {saved !== null && !saved.isUndone && (
        <button type="button" className={classes['undo']} onClick={undo}>
          {t('classify.undo')}
        </button>
      )}
      {saved !== null && (
        <button type="button" className={classes['close']} aria-label={t('state.close')} onClick={forget}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
