import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './Chips.module.css'

/** A filter that is on. */
export type Chip = { readonly key: string; readonly text: string; readonly onRemove: () => void }

type ChipsProps = {
  readonly chips: readonly Chip[]
  /** What of the address means nothing. */
  readonly invalid: readonly string[]
  readonly onInvalid: () => void
  /** Takes all filters away. */
  readonly onClear: () => void
  /** False where the same button stands below, in an empty list. */
  readonly hasClear?: boolean
}

/** Returns a chip for each filter, which takes it away, one for what of the address means nothing, and the button that takes all away. */
export function Chips({ chips, invalid, onInvalid, onClear, hasClear = true }: ChipsProps) {
  const { t } = useTexts('table')
  if (chips.length === 0 && invalid.length === 0) return null
  return (
    <ul className={classes['chips']} aria-label={t('filters')}>
      {chips.map(({ key, text, onRemove }) => (
        <Removable key={key} text={text} onRemove={onRemove} />
      ))}
      {invalid.length > 0 && <Removable text={t('notUnderstood', { value: invalid.join(', ') })} onRemove={onInvalid} />}
      {chips.length > 0 && hasClear && (
        <li>
          <button type="button" className={classes['clear']} onClick={onClear}>
            {t('clear')}
          </button>
        </li>
      )}
    </ul>
  )
}

function Removable({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { t } = useTexts('table')
  return (
    <li>
      <button type="button" className={classes['chip']} onClick={onRemove}>
        <span>{text}</span>
        <Icon name="close" size={14} />
        <span className="hidden-text">, {t('remove')}</span>
      </button>
    </li>
  )
}
