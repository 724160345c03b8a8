import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { usePageBar } from '#web/ui/usePageBar.ts'
import classes from './SelectionBar.module.css'

/** Something that can be done with all selected rows. */
export type ListAction<Row> = {
  readonly key: string
  readonly label: string
  readonly isMain?: boolean
  readonly isDanger?: boolean
  /** Why the viewer may not, or cannot now; the button says it. */
  readonly whyNot?: string | null
  readonly run: (rows: readonly Row[]) => void
}

export type SelectionBarProps<Row> = {
  readonly rows: readonly Row[]
  readonly actions: readonly ListAction<Row>[]
  readonly onClear: () => void
}

/** Returns the bar at the end of the window while rows are selected: how many, what can be done with them, and the way out. */
export function SelectionBar<Row>({ rows, actions, onClear }: SelectionBarProps<Row>) {
  const { t } = useTexts('table')
  const bar = usePageBar<HTMLDivElement>()
  return (
    <div ref={bar} className={classes['bar']} role="region" aria-label={t('selection')}>
      <p role="status">{t('selected', { count: rows.length })}</p>
      <div className={classes['actions']}>
        {actions.map(({ key, label, isMain = false, isDanger = false, whyNot = null, run }) => (
          <ActionButton
            key={key}
            isMain={isMain}
            isDanger={isDanger}
            isDisabled={whyNot !== null}
            {...(whyNot !== null && { why: whyNot })}
            onClick={() => run(rows)}
          >
            {label}
          </ActionButton>
        ))}
        <ActionButton onClick={onClear}>{t('unselect')}</ActionButton>
      </div>
    </div>
  )
}
