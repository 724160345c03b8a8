import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { behindOf, type Term } from './why.view.ts'
import classes from './WhyThisNumber.module.css'

const SHOWN = 8
const OPERATORS: Record<NonNullable<Term['operator']>, string> = { MINUS: '−', DIVIDED_BY: '÷', TIMES: '×' }

/** Returns one term of the ledger: its value, what it is made of, and on demand the intervals behind it. */
export function WhyTerm({ term, value }: { readonly term: Term; readonly value: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const behind = behindOf(term)
  const parts = term.parts.map((part) => t(`term.${part.key}`)).join(` ${term.operator == null ? '+' : OPERATORS[term.operator]} `)
  return (
    <div className={classes['term']}>
      <dt>
        {t(`term.${term.key}`)}
        {parts !== '' && <span className={classes['meta']}>= {parts}</span>}
      </dt>
      <dd className={classes['value']}>{value}</dd>
      {behind.length > 0 && (
        <dd className={classes['behind']}>
          <button type="button" className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name="chevron" size={14} /> {t('why.behind', { count: behind.length })}
          </button>
          {isOpen && (
            <ul>
              {behind.slice(0, SHOWN).map((interval) => (
                <li key={interval.key}>
                  <span>{interval.name ?? t(`status.kind.${interval.kind ?? 'UNDEFINED'}`)}</span>
                  <span className={classes['meta']}>
                    {format.time(interval.start)}–{interval.end === null ? t('timeline.ongoing') : format.time(interval.end)}
                    {interval.end !== null && ` · ${format.duration(interval.end - interval.start)}`}
                  </span>
                </li>
              ))}
              {behind.length > SHOWN && <li className={classes['meta']}>{t('why.more', { count: behind.length - SHOWN })}</li>}
            </ul>
          )}
        </dd>
      )}
    </div>
  )
}
