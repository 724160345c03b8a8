import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ofReason } from './historySpans.ts'
import classes from './HistoryTab.module.css'
import type { HistoryLoss } from './useHistoryLosses.ts'

type ReasonChipProps = { readonly reason: string; readonly losses: readonly HistoryLoss[]; readonly onRemove: () => void }

/** Returns which reason the lane and the rows of losses are narrowed to, with how many there are; pressed, all are shown again. */
export function ReasonChip({ reason, losses, onRemove }: ReasonChipProps) {
  const { t } = useTexts('history')
  const found = ofReason(losses, reason)
  const name = reason === 'none' ? t('stops.unclassified') : (found[0]?.reason?.name ?? t('reason.chosen'))
  return (
    <button type="button" className={classes['chip']} title={t('reason.all')} onClick={onRemove}>
      {t('reason.only', { name, count: found.length })}
      <span className="hidden-text">. {t('reason.all')}</span> <Icon name="close" size={14} />
    </button>
  )
}
