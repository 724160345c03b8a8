import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { SubscribableViewsDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { KEPT_VIEW } from './subscription.view.ts'
import classes from './Subscriptions.module.css'

type ViewFieldProps = {
  readonly value: string
  /** The name of the view that the report shows already; null = it shows none. */
  readonly kept: string | null
  readonly problem: string | null
  readonly onChange: (view: string) => void
}

/** Returns the choice among the saved views of analytics that the viewer sees, and where to save one while there is none. */
export function ViewField({ value, kept, problem, onChange }: ViewFieldProps) {
  const { t } = useTexts('subscription')
  const [{ data }] = useQuery({ query: SubscribableViewsDocument, variables: {} })
  const views = data?.savedViews ?? []
  // A view of somebody else, or one that is deleted, is not among them.
  const isOther = kept !== null && (value === KEPT_VIEW || !views.some(({ id }) => id === value)) && value !== ''
  const options = [
    ...(value === '' ? [{ value: '', label: t('chooseView') }] : []),
    ...(isOther ? [{ value, label: kept }] : []),
    ...views.map(({ id, name, isShared }) => ({ value: id, label: isShared ? t('sharedView', { name }) : name })),
  ]
  return (
    <>
      <SelectField name="view" label={t('field.view')} value={value} options={options} onChange={onChange} error={problem} />
      {data !== undefined && views.length === 0 && (
        <p className={classes['none']}>
          {t('noViews')} <Link to="/analytics">{t('toAnalytics')}</Link>
        </p>
      )}
    </>
  )
}
