import { useCommonTexts } from '#web/texts/useTexts.ts'
import type { Stop } from './stops.view.ts'

/** Returns the function that tells how a stop came to its reason, and whether that can still change; nothing for one without. */
export function useStopNotes(): (stop: Pick<Stop, 'reasonSource' | 'isProvisional' | 'isApproved'>) => readonly string[] {
  const { t } = useCommonTexts()
  return ({ reasonSource, isProvisional, isApproved }) => [
    ...(reasonSource == null ? [] : [t(`stops.by.${reasonSource}`)]),
    ...(isProvisional ? [t('stops.provisional')] : []),
    ...(isApproved ? [t('stops.approved')] : []),
  ]
}
