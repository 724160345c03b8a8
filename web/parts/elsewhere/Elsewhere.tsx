import { Link } from '@tanstack/react-router'
import type { OrderElsewhereFragment, OrderToEndFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import type { Format } from '#web/ui/format.ts'
import { CompareButton } from './CompareButton.tsx'
import { isOpenOrder } from './elsewhere.view.ts'
import { EndHere } from './EndHere.tsx'
import classes from './Elsewhere.module.css'

export type ElsewhereProps = {
  readonly elsewhere: OrderElsewhereFragment['elsewhere']
  /** Of the place whose order it is. */
  readonly format: Format
  /** Whether the person may see the integrations. */
  readonly mayOpen: boolean
  /** The order, where it can be ended here because it is over there; null = it is only shown. */
  readonly order: OrderToEndFragment | null
  readonly onChanged: () => void
}

/** Returns an order as the systems that it comes from have it: its number and status there, what goes out to them, and whether they heard it. */
export function Elsewhere({ elsewhere, format, mayOpen, order, onChanged }: ElsewhereProps) {
  const { t } = useTexts('elsewhere')
  const time = (instant: string) => format.dateTime(Date.parse(instant))
  const stateOf = ({ state, saidOn, accepted }: ElsewhereProps['elsewhere'][number]): string => {
    if (state === null) return t('state.NONE')
    if (state !== 'SENT' || saidOn === null) return t(`state.${state === 'SENT' ? 'NONE' : state}`)
    return accepted === null
      ? t('state.SENT_PLAIN', { time: time(saidOn) })
      : t('state.SENT', { amount: numberText(accepted, format.locale), time: time(saidOn) })
  }
  const statusOf = ({ isGone, externalStatus }: ElsewhereProps['elsewhere'][number]) => (isGone ? t('gone') : externalStatus)
  return (
    <>
      {elsewhere.map((one) => (
        <section key={one.integrationId} className={classes['elsewhere']} aria-label={t('title', { name: one.name })}>
          <h3>{t('title', { name: one.name })}</h3>
          <p>
            {t('order', { code: one.externalCode, status: statusOf(one) })}{' '}
            <span className={classes['muted']}>({t('read', { time: time(one.readOn) })})</span>
          </p>
          {one.movedTo !== null && <p>{t('moved', { place: one.movedTo })}</p>}
          <p className={classes['muted']}>
            {one.sends.length === 0 ? t('silent') : t('tells', { acts: one.sends.map((act) => t(`acts.${act}`)).join(', ') })}
          </p>
          {(one.sends.length > 0 || one.state !== null) && (
            <p data-state={one.state ?? undefined} className={classes['state']}>
              {stateOf(one)}
            </p>
          )}
          {one.hasEnded && order !== null && isOpenOrder(order) && (
            <>
              <p className={classes['state']} data-state="CONFLICT">
                {t('end.ended', { status: statusOf(one) })}
              </p>
              <EndHere order={order} system={one.name} externalStatus={statusOf(one)} onChanged={onChanged} />
            </>
          )}
          {order?.status === 'CANCELLED' && !one.hasEnded && (
            <p className={classes['state']} data-state="CONFLICT">
              {t('end.cancelledHere', { status: statusOf(one) })}
            </p>
          )}
          {mayOpen && (
            <div className={classes['acts']}>
              {!one.isGone && order !== null && (
                <CompareButton integrationId={one.integrationId} name={one.name} jobOrderId={order.id} orderCode={order.orderCode} />
              )}
              <Link to="/integrations" className={classes['link']}>
                {t('open')}
              </Link>
            </div>
          )}
        </section>
      ))}
    </>
  )
}
