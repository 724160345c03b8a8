import { LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import { useQuery } from 'urql'
import { EnergyOfLossDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './LossesPage.module.css'

export type LossEnergyProps = { readonly lossId: number }

/** Returns what the machine used while it stood and what that cost; nothing where its energy is not measured. */
export function LossEnergy({ lossId }: LossEnergyProps) {
  const { t } = useTexts('loss')
  const format = useFormat()
  const [{ data }] = useQuery({ query: EnergyOfLossDocument, variables: { id: lossId } })
  const energy = data?.lossEnergy
  if (energy?.energyConsumption == null) return null
  const { energyConsumption, cost, currency, unpriced, coverage, isAssumedBalanced } = energy
  const said = [
    `${isAssumedBalanced ? '≈ ' : ''}${t('energy.kwh', { value: format.number(energyConsumption, 2) })}`,
    ...(cost != null && currency !== null ? [t('energy.cost', { value: format.number(cost, 2), currency })] : []),
    ...(cost != null && unpriced > 0 ? [t('energy.unpriced', { value: format.number(unpriced, 2) })] : []),
    ...(coverage != null && coverage < LOW_COVERAGE ? [t('energy.partly', { share: format.percent(coverage) })] : []),
    ...(isAssumedBalanced ? [t('energy.assumed')] : []),
  ]
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('energy.title')}</dt>
        <dd>{said.join(' · ')}</dd>
      </div>
    </dl>
  )
}
