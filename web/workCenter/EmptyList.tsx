import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

type EmptyListProps = { readonly isFirstStart: boolean; readonly canAdd: boolean; readonly onClear: () => void }

/** Returns what stands in an empty list: nothing matches the filters, or there is no work center yet and who can add one. */
export function EmptyList({ isFirstStart, canAdd, onClear }: EmptyListProps) {
  const { t } = useTranslation()
  if (isFirstStart) return <EmptyState title={t('boxes.firstStart')} text={t(canAdd ? 'boxes.firstStartAdmin' : 'boxes.firstStartOther')} />
  return (
    <EmptyState title={t('boxes.notFound')} text={t('boxes.notFoundHelp')}>
      <ActionButton onClick={onClear}>{t('boxes.clearFilters')}</ActionButton>
    </EmptyState>
  )
}
