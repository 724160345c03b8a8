import { useTexts } from '#web/texts/useTexts.ts'
import { SaveBar as Bar } from '#web/ui/SaveBar.tsx'

type SaveBarProps = {
  readonly count: number
  readonly errors?: readonly string[]
  readonly isSaving: boolean
  /** The changes are tried out only. */
  readonly isTrial?: boolean
  readonly onDiscard: () => void
}

/** Returns the bar of a tab, which is there as long as something of it is not saved. */
export function SaveBar({ count, errors = [], isSaving, isTrial = false, onDiscard }: SaveBarProps) {
  const { t } = useTexts('frame')
  if (count === 0) return null
  const changes = t('changes', { count })
  return (
    <Bar
      labels={{ count: isTrial ? `${changes} – ${t('trial')}` : changes, discard: t('discard'), save: isTrial ? null : t('save') }}
      errors={errors}
      isSaving={isSaving}
      onDiscard={onDiscard}
    />
  )
}
