import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { AnyItemDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './FirstSteps.module.css'

/** Returns the three steps to the first order that is worked on: products, the order or a file of them, and its start. */
export function FirstSteps() {
  const { t } = useTexts('jobOrder')
  const [{ data }] = useQuery({ query: AnyItemDocument, requestPolicy: 'cache-and-network' })
  const hasItems = (data?.itemsPages.totalItems ?? 0) > 0
  return (
    <ol className={classes['steps']} aria-label={t('firstSteps.title')}>
      <li data-done={hasItems || undefined}>
        <Link to="/job-orders" search={{ view: 'items', item: ['new'] }}>
          {t('firstSteps.items')}
        </Link>
        {hasItems && (
          <span className={classes['done']}>
            <Icon name="check" size={16} /> {t('firstSteps.done')}
          </span>
        )}
      </li>
      <li>
        <Link to="/job-orders" search={{ id: ['new'] }}>
          {t('firstSteps.order')}
        </Link>
        <Link to="/job-orders" search={{ import: ['new'] }}>
          {t('firstSteps.importFile')}
        </Link>
      </li>
      <li>
        <Link to="/boxes">{t('firstSteps.start')}</Link>
      </li>
    </ol>
  )
}
