import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import type { OpenedOrder } from './jobOrderForm.view.ts'
import classes from './JobOrdersPage.module.css'

type Event = OpenedOrder['events'][number]

/** Returns what was done with the order, by whom and when, the newest first; what was taken back is struck through. */
export function OrderHistory({ events, format }: { readonly events: OpenedOrder['events']; readonly format: Pick<Format, 'dateTime'> }) {
  const { t } = useTexts('jobOrder')
  const timeOf = ({ at, createdOn }: Event): string => {
    const [holds, said] = [Date.parse(at), Date.parse(createdOn)]
    // Dated back by more than the minute that is shown.
    return Math.abs(said - holds) < 60_000
      ? format.dateTime(said)
      : t('history.dated', { at: format.dateTime(holds), said: format.dateTime(said) })
  }
  const personOf = ({ createdBy, viaStation }: Event) =>
    [createdBy?.fullName ?? t('history.nobody'), ...(viaStation === null ? [] : [viaStation.fullName])].join(', ')
  return (
    <section className={classes['section']}>
      <h3>{t('history.title')}</h3>
      <ul className={classes['list']}>
        {events.map((event) => (
          <li key={event.id} data-undone={event.undoneOn !== null || undefined}>
            <span className={classes['lines']}>
              <span>
                <b>{t(`event.${event.kind}`)}</b>
                {event.stopCause !== null && `: ${t(`history.cause.${event.stopCause}`)}`}
                {event.comment !== null && ` · “${event.comment}”`}
              </span>
              <span className={classes['muted']}>
                {personOf(event)} · {timeOf(event)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
