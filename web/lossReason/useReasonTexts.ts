import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Reason } from './reasonTree.view.ts'

/** Returns what is said of a reason beside its name, in the table and in its file: what it changes, and where it is offered. */
export function useReasonTexts(): {
  readonly rulesOf: (reason: Reason) => readonly string[]
  readonly placesOf: (reason: Reason) => string
} {
  const { t } = useTexts('lossReason')
  const format = useFormat()
  return {
    rulesOf: (reason) => {
      const { maximumAllowedDuration: maximum } = reason
      const unit = maximum?.measurementUnit.code === 'h' ? 'h' : maximum?.measurementUnit.code === 's' ? 's' : 'min'
      return [
        ...(reason.includeInOeeCalculation ? [] : [t('rule.notInOee')]),
        ...(reason.isDefaultPlanned ? [t('rule.defaultPlanned')] : []),
        ...(reason.isSmallStop ? [t('rule.smallStop')] : []),
        ...(reason.deniedManualEnter ? [t('rule.rulesOnly')] : []),
        ...(reason.requireExtraNotes ? [t('rule.note')] : []),
        ...(reason.hasMaximumAllowedDuration && maximum != null
          ? [t('rule.atMost', { limit: `${numberText(maximum.value, format.locale, true)} ${t(`unit.${unit}`)}` })]
          : []),
      ]
    },
    placesOf: ({ linkType, links }) => {
      if (linkType === 'COMPANY') return t('places.all')
      return linkType === 'WORK_CENTER' ? t('places.workCenters', { count: links.length }) : t('places.groups', { count: links.length })
    },
  }
}
