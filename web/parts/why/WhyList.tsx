import { useState, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './WhyThisNumber.module.css'

const SHOWN = 8

type WhyListProps = {
  readonly label: string
  /** Rows of the list, each a `li` with a key. */
  readonly rows: readonly ReactNode[]
  /** How many more there are that are not among the rows. */
  readonly unlisted?: number
  readonly sum?: string
}

/** Returns the rows behind a figure, on demand: the first ones, all with one more click, and their sum. */
export function WhyList({ label, rows, unlisted = 0, sum }: WhyListProps) {
  const { t } = useCommonTexts()
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  return (
    <dd className={classes['behind']}>
      <button type="button" className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="chevron" size={14} /> {label}
      </button>
      {isOpen && (
        <ul>
          {isWhole ? rows : rows.slice(0, SHOWN)}
          {rows.length > SHOWN && !isWhole && (
            <li className={classes['wide']}>
              <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
                {t('why.more', { count: rows.length - SHOWN + unlisted })}
              </button>
            </li>
          )}
          {unlisted > 0 && (isWhole || rows.length <= SHOWN) && (
            <li className={`${classes['wide']} ${classes['meta']}`}>{t('why.unlisted', { count: unlisted })}</li>
          )}
          {sum !== undefined && (
            <li className={classes['sum']}>
              <span>{t('why.sum')}</span>
              <span className={classes['length']}>{sum}</span>
            </li>
          )}
        </ul>
      )}
    </dd>
  )
}
