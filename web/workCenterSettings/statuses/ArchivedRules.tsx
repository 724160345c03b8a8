import { useEffect, useRef } from 'react'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { SavedRule } from './ruleDraft.view.ts'
import classes from './rules.module.css'

const UNDO_MS = 8000

type ArchivedRulesProps = {
  readonly rules: readonly SavedRule[]
  /** Why a rule could not be restored. */
  readonly refused: { readonly id: number; readonly problem: ApiProblem } | null
  readonly isReadOnly: boolean
  readonly onRestore: (rule: SavedRule) => void
}

/** Returns the rules that are not in force any more, folded away, each with the way back. */
export function ArchivedRules({ rules, refused, isReadOnly, onRestore }: ArchivedRulesProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  if (rules.length === 0) return null
  return (
    <details className={classes['archived']}>
      <summary>{t('archived.title', { count: rules.length })}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            <span className={classes['swatch']} style={{ background: rule.color }} aria-hidden />
            <span className={classes['name']}>
              {rule.name}
              {rule.archivedDate != null && <small>{t('archived.on', { date: format.dateTime(Date.parse(rule.archivedDate)) })}</small>}
              {refused?.id === rule.id && (
                <span role="alert" className={classes['error']}>
                  <Explained>{refusalText(refused.problem)}</Explained>
                </span>
              )}
            </span>
            {!isReadOnly && (
              <button
                type="button"
                className={classes['small']}
                aria-label={`${t('archived.restore')}: ${rule.name}`}
                onClick={() => onRestore(rule)}
              >
                {t('archived.restore')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )

  function refusalText(problem: ApiProblem): string {
    const { name } = problem.params
    return problem.code === 'RANGES_INTERSECT' && typeof name === 'string'
      ? t('note.overlapWith', { names: name })
      : problemText(t, problem)
  }
}

type UndoBarProps = { readonly text: string; readonly onUndo: () => void; readonly onOver: () => void }

/** Returns the undo bar, for eight seconds or while it has the focus; Ctrl or ⌘ and Z undo as well (U-41). */
export function UndoBar({ text, onUndo, onOver }: UndoBarProps) {
  const { t } = useTexts('statuses')
  const isHeld = useRef(false)
  // The row and its button are gone: the way back is one Tab away.
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  const latest = useRef({ onUndo, onOver })
  useEffect(() => {
    latest.current = { onUndo, onOver }
  })
  useEffect(() => {
    let left = UNDO_MS
    const timer = setInterval(() => {
      if (!isHeld.current) left -= 500
      if (left <= 0) latest.current.onOver()
    }, 500)
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      latest.current.onUndo()
    }
    addEventListener('keydown', onKey)
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <div ref={bar} tabIndex={-1} className={classes['undo']} role="status">
      <span>{text}</span>
      <button
        type="button"
        className={classes['small']}
        onFocus={() => (isHeld.current = true)}
        onBlur={() => (isHeld.current = false)}
        onClick={onUndo}
      >
        {t('undo')}
      </button>
    </div>
  )
}
