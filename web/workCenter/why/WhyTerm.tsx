import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Term } from './why.view.ts'
import classes from './WhyThisNumber.module.css'

const OPERATORS: Record<NonNullable<Term['operator']>, string> = { MINUS: '−', DIVIDED_BY: '÷', TIMES: '×' }

/** Returns one term of the ledger: its value, its parts, and on demand the intervals behind it. */
export function WhyTerm({ term, value, intervals }: { readonly term: Term; readonly value: ReactNode; readonly intervals: ReactNode }) {
  const { t } = useTranslation()
  const parts = term.parts.map((part) => t(`term.${part.key}`)).join(` ${term.operator == null ? '+' : OPERATORS[term.operator]} `)
  return (
    <div className={classes['term']}>
      <dt>
        {t(`term.${term.key}`)}
        {parts !== '' && <span className={classes['meta']}>= {parts}</span>}
      </dt>
      <dd className={classes['value']}>{value}</dd>
      {intervals}
    </div>
  )
}
