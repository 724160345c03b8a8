import { LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import type { EnergyOfStopFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns how to say what a machine used while it stood, what that cost and what is not known of it; nothing where its energy is not measured. */
export function useEnergyTexts(): (energy: EnergyOfStopFragment | null | undefined) => readonly string[] {
  const { t } = useTexts('loss')
  const format = useFormat()
  return (energy) => {
    if (energy?.energyConsumption == null) return []
    const { energyConsumption, cost, currency, unpriced, coverage, isAssumedBalanced } = energy
    return [
      `${isAssumedBalanced ? '≈ ' : ''}${t('energy.kwh', { value: format.number(energyConsumption, 2) })}`,
      ...(cost !== null && currency !== null ? [t('energy.cost', { value: format.number(cost, 2), currency })] : []),
      ...(cost !== null && unpriced > 0 ? [t('energy.unpriced', { value: format.number(unpriced, 2) })] : []),
      ...(coverage !== null && coverage < LOW_COVERAGE ? [t('energy.partly', { share: format.percent(coverage) })] : []),
      ...(isAssumedBalanced ? [t('energy.assumed')] : []),
    ]
  }
}
