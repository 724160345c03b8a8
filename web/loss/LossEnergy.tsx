import { useQuery } from 'urql'
import { EnergyOfLossDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useEnergyTexts } from './useEnergyTexts.ts'
import classes from './LossesPage.module.css'

export type LossEnergyProps = { readonly lossId: number }

/** Returns what the machine used while it stood and what that cost; nothing where its energy is not measured. */
export function LossEnergy({ lossId }: LossEnergyProps) {
  const { t } = useTexts('loss')
  const energyTexts = useEnergyTexts()
  const [{ data }] = useQuery({ query: EnergyOfLossDocument, variables: { id: lossId } })
  const said = energyTexts(data?.lossEnergy)
  if (said.length === 0) return null
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('energy.title')}</dt>
        <dd>{said.join(' · ')}</dd>
      </div>
    </dl>
  )
}
