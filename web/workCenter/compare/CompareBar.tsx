import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MOST_COMPARED } from '../list/listSearch.view.ts'
import classes from './CompareBar.module.css'

type CompareBarProps = {
  readonly ids: readonly number[]
  readonly workCenters: readonly { readonly id: number; readonly name: string }[]
  readonly onCompare: () => void
  readonly onRemove: (id: number) => void
  readonly onStop: () => void
}

/** Returns the bar below the list while work centers are chosen to be compared: which ones, how many more, and the way to the comparison. */
export default function CompareBar({ ids, workCenters, onCompare, onRemove, onStop }: CompareBarProps) {
  const { t } = useTexts('compare')
  const chosen = ids.flatMap((id) => workCenters.find((one) => one.id === id) ?? [])
  const isReady = ids.length > 1
  return (
    <div className={classes['bar']} role="region" aria-label={t('title')}>
      <p role="status">{t('chosen', { number: ids.length, most: MOST_COMPARED })}</p>
      <ul>
        {chosen.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className={classes['chip']} aria-label={t('remove', { name })} onClick={() => onRemove(id)}>
              <span>{name}</span> <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <div className={classes['actions']}>
        <ActionButton onClick={onStop}>{t('stop')}</ActionButton>
        <ActionButton isMain isDisabled={!isReady} {...(isReady ? {} : { why: t('needsTwo') })} onClick={onCompare}>
          {t('boxes.compare')}
        </ActionButton>
      </div>
    </div>
  )
}
