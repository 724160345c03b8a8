import { useCommonTexts } from '#web/texts/useTexts.ts'
import classes from './CompareCheck.module.css'
import { useCompareChoice } from './compareChoice.ts'
import { MOST_COMPARED } from './listSearch.view.ts'

/** Returns the box that takes a work center into the comparison; when it is full it says so instead of doing nothing. */
export function CompareCheck({ id, name }: { readonly id: number; readonly name: string }) {
  const { t } = useCommonTexts()
  const { isChosen, isFull, toggle } = useCompareChoice(id)
  const label = isFull ? t('boxes.compareMost', { most: MOST_COMPARED }) : t('boxes.compareOne', { name })
  return (
    <label className={classes['check']} title={label} data-chosen={isChosen || undefined} data-compare={id}>
      <input
        type="checkbox"
        checked={isChosen}
        // Not `disabled`: it would lose the focus, and nobody could learn why.
        aria-disabled={isFull || undefined}
        onChange={() => {
          if (!isFull) toggle()
        }}
      />
      <span className="hidden-text">{isFull ? `${t('boxes.compareOne', { name })}. ${label}` : label}</span>
      {isFull && (
        <span className={classes['why']} aria-hidden>
          {label}
        </span>
      )}
    </label>
  )
}
