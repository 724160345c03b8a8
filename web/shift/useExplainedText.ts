import type { ShiftCellFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Less of untracked stops or silence is not worth a word. */
export const LEAST_SECONDS = 60

/** Returns whether stops of the shift make no losses, long enough to be said. */
export function hasUntracked({ untrackedDuration }: Pick<ShiftCellFragment, 'untrackedDuration'>): boolean {
  return (untrackedDuration ?? 0) >= LEAST_SECONDS
}

/** Returns how to say which share of the stops is explained, or why there is none: no stop, or none that anybody is asked for. */
export function useExplainedText(): (shift: Pick<ShiftCellFragment, 'explainedShare' | 'untrackedDuration'>) => string {
  const { t } = useTexts('shift')
  const format = useFormat()
  return (shift) => {
    if (shift.explainedShare != null) return t('cell.explained', { share: format.percent(shift.explainedShare) })
    return t(hasUntracked(shift) ? 'cell.untracked' : 'cell.noStops')
  }
}
