import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ConfirmationsListDocument, type ListedOutputFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { postingsIn, postingsPeriod } from './output.view.ts'
import classes from './OutputPage.module.css'

/** So many rows of one stretch of output nobody confirms. */
const MOST = 100

/** Returns what people confirmed of the output, also what was taken back, each with a link to it. */
export function PostingsOfOutput({ output, zone }: { readonly output: ListedOutputFragment; readonly zone: string }) {
  const { t } = useTexts('output')
  const own = useFormat()
  const format = useZoneFormat(output.workCenter?.timeZone ?? zone)
  const { workCenterId, timeStart, timeEnd } = output
  const [result] = useFreshQuery(
    ConfirmationsListDocument,
    useMemo(
      () => ({
        filter: { workCenterIds: [workCenterId], confirmationTypes: null, period: postingsPeriod({ timeStart, timeEnd }) },
        page: 1,
        size: MOST,
      }),
      [workCenterId, timeStart, timeEnd],
    ),
    { workCenterIds: [workCenterId], kinds: ['output'] },
  )
  const postings = postingsIn(result.data?.outputConfirmationsPages.items ?? [])
  if (postings.length === 0) return null
  return (
    <section className={classes['section']}>
      <h3>{t('tab.confirmations')}</h3>
      <ul className={classes['list']}>
        {postings.map(({ id, first, accepted, rejected }) => (
          <li key={id} data-off={first.type === 'CANCELED' || undefined}>
            <Link
              to="/output"
              search={{ tab: 'confirmations', posting: [id], cancelled: first.type === 'CANCELED' }}
              className={classes['link']}
            >
              {rejected > 0
                ? t('units.both', { accepted: own.number(accepted), rejected: own.number(rejected) })
                : t('units.accepted', { accepted: own.number(accepted) })}
            </Link>
            <span className={classes['muted']}>
              {first.isAutomatic ? t('automatic') : (first.operator?.fullName ?? t('nobody'))} ·{' '}
              {format.dateTime(Date.parse(first.createdOn))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
