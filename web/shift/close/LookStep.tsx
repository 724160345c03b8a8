import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'
import type { worthALook } from './closing.view.ts'

type LookStepProps = { readonly looks: ReturnType<typeof worthALook>; readonly children: ReactNode }

/** Returns the stops that are worth a look although nothing holds them up, each with why; one tap says that all is right. */
export function LookStep({ looks, children }: LookStepProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  return (
    <>
      {looks.length === 0 && <p>{t('look.none')}</p>}
      <ul className={classes['queue']}>
        {looks.map(({ loss, why }) => {
          const [start, end] = [Date.parse(loss.timeStart), loss.timeEnd == null ? null : Date.parse(loss.timeEnd)]
          return (
            <li key={loss.id} className={classes['line']}>
              <Link
                to="/losses"
                search={{ ...(why === 'invalid' ? { tab: 'invalid' } : { range: 'all' }), wc: [loss.workCenterId], id: [loss.id] }}
                className={classes['link']}
              >
                {loss.reason?.name ?? t('stops.unclassified')}
              </Link>
              <span>
                {format.time(start)}–{end === null ? '' : format.time(end)} · {format.duration(end === null ? null : end - start)}
              </span>
              <span className={classes['meta']}>
                {t(`look.${why}`)}
                {why === 'invalid' && loss.comment != null && loss.comment !== '' && <q>{loss.comment}</q>}
              </span>
            </li>
          )
        })}
      </ul>
      <div className={classes['buttons']}>{children}</div>
    </>
  )
}
