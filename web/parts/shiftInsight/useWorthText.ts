import type { LostKind, WorthFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns how to say what one minute less of a kind of loss would have been worth; null where that is not known. */
export function useWorthText(worth: readonly WorthFieldsFragment[], unit: string): (kind: LostKind) => string | null {
  const { t } = useTexts('shiftInsight')
  const format = useFormat()
  return (kind) => {
    const found = worth.find((one) => one.kind === kind)
    const points = found?.points == null ? null : format.number(found.points.exactValue, 2)
    const units = found?.units == null ? null : `${format.number(found.units, 1)} ${unit}`
    if (points !== null && units !== null) return t('worth.both', { points, units })
    if (points !== null) return t('worth.points', { points })
    return units === null ? null : t('worth.units', { units })
  }
}
