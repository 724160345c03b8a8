import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { classifiedIn, type ShiftRow } from './shifts.view.ts'

/** Returns how many losses of the shifts have a reason, of how many that need one. */
export function Classified({ rows }: { readonly rows: readonly ShiftRow[] }) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const { done, all } = classifiedIn(rows)
  return <span>{t('shifts.classified', { done: format.number(done), all: format.number(all) })}</span>
}
