import { Suspense } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

const EmptyCompany = lazyPart(() => withTexts('firstStart', import('#web/base/firstStart/EmptyCompany.tsx')))

type EmptyListProps = { readonly isFirstStart: boolean; readonly canAdd: boolean; readonly onClear: () => void }

/** Returns the content of an empty list: no match for the filters, or no work center yet and who can add one. */
export function EmptyList({ isFirstStart, canAdd, onClear }: EmptyListProps) {
  const { t } = useCommonTexts()
  if (isFirstStart) {
    return (
      <Suspense fallback={null}>
        <EmptyCompany canAdd={canAdd} />
      </Suspense>
    )
  }
  return (
    <EmptyState title={t('boxes.notFound')} text={t('boxes.notFoundHelp')}>
      <ActionButton onClick={onClear}>{t('boxes.clearFilters')}</ActionButton>
    </EmptyState>
  )
}
