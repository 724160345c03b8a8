import { useTexts } from '#web/texts/useTexts.ts'
import { SaveBar as Bar } from '#web/ui/SaveBar.tsx'

type SaveBarProps = {
  readonly count: number
  readonly errors?: readonly string[]
  readonly isSaving: boolean
  readonly onDiscard: () => void
}

/** Returns the bar of a tab, which is there as long as something of it is not saved. */
export function SaveBar({ count, errors = [], isSaving, onDiscard }: SaveBarProps) {
  const { t } = useTexts('frame')
  if (count === 0) return null
  return (
    <Bar
      labels={{ count: t('changes', { count }), discard: t('discard'), save: t('save') }}
      errors={errors}
      isSaving={isSaving}
      onDiscard={onDiscard}
    />
  )
}
