import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { IntegrationRunOrdersDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { CompareButton } from '#web/parts/elsewhere/CompareButton.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { failureProblem } from './integration.view.ts'
import classes from './Integrations.module.css'

type RunOrdersProps = {
  readonly integrationId: string
  /** Of the integration. */
  readonly name: string
  readonly importId: number
}

const OUTCOMES = ['CREATE', 'RECREATE', 'REFUSED', 'UPDATE'] as const

/** Returns what an import did, or would do, with each order, folded until it is opened: those that end first, then those that are new, changed or refused (U-100). */
export function RunOrders({ integrationId, name, importId }: RunOrdersProps) {
  const { t } = useTexts('integration')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const variables = useMemo(() => ({ importId }), [importId])
  const [{ data, error }] = useQuery({ query: IntegrationRunOrdersDocument, variables, pause: !isOpen })
  const [problem] = problemsOf(error)
  const { ended = [], rows } = data?.jobOrdersImport ?? {}
  const items = rows?.items ?? []
  const left = (rows?.totalItems ?? 0) - items.length
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('runOrders.title')}</summary>
      {data === undefined && error === undefined && <p className={classes['muted']}>{t('state.loading')}</p>}
      {error !== undefined && <p className={classes['muted']}>{problem === undefined ? t('state.wrong') : problemText(t, problem)}</p>}
      {data !== undefined && ended.length === 0 && items.length === 0 && <p className={classes['muted']}>{t('runOrders.none')}</p>}
      <ul className={classes['ended']}>
        {ended.map(({ jobOrderId, orderCode, status }) => (
          <li key={jobOrderId}>
            <Link to="/job-orders" search={{ id: [jobOrderId] }} className={classes['order']}>
              {orderCode}
            </Link>{' '}
            · {t(status === 'CANCELLED' ? 'runOrders.outcome.CANCELLED' : 'runOrders.outcome.CLOSED')}
          </li>
        ))}
        {items.map(({ no, jobOrderId, orderCode, outcome, problems }) => (
          <li key={no}>
            {jobOrderId === null ? (
              orderCode
            ) : (
              <Link to="/job-orders" search={{ id: [jobOrderId] }} className={classes['order']}>
                {orderCode}
              </Link>
            )}{' '}
            · {t(`runOrders.outcome.${OUTCOMES.find((one) => one === outcome) ?? 'REFUSED'}`)}
            {problems[0] !== undefined && ` · ${problemText(t, failureProblem(problems[0]))}`}
            {jobOrderId !== null && (
              <CompareButton integrationId={integrationId} name={name} jobOrderId={jobOrderId} orderCode={orderCode ?? ''} />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className={classes['muted']}>{t('runOrders.more', { count: format.number(left) })}</p>}
    </details>
  )
}
