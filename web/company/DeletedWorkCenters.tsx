import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { DeletedWorkCentersDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './EnergyTariffs.module.css'

/** Returns the work centers that were deleted, each with the way to what it left: its losses, shifts and figures; nothing where none was. */
export function DeletedWorkCenters() {
  const { t } = useTexts('company')
  const [{ data, error }, ask] = useQuery({ query: DeletedWorkCentersDocument })
  if (data === undefined && error !== undefined)
    return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  if (data === undefined || data.workCenters.length === 0) return null
  return (
    <FormSection title={t('deleted.title')} help={t('deleted.help')}>
      <ul className={classes['tariffs']}>
        {data.workCenters.map(({ id, name }) => (
          <li key={id} className={classes['tariff']}>
            <strong className={classes['said']}>{name}</strong>
            <span className={classes['acts']}>
              <Link to="/losses" search={{ range: 'all', wc: [id] }} aria-label={`${name}: ${t('deleted.losses')}`}>
                {t('deleted.losses')}
              </Link>
              <Link to="/shifts" search={{ wc: [id] }} aria-label={`${name}: ${t('deleted.shifts')}`}>
                {t('deleted.shifts')}
              </Link>
              <Link to="/analytics" search={{ wc: [id] }} aria-label={`${name}: ${t('deleted.analytics')}`}>
                {t('deleted.analytics')}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
