import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ConfirmationsListDocument, type ListedOutputFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { postingsIn } from '#web/parts/posting/posting.view.ts'
import { postingsPeriod } from './output.view.ts'
import classes from '#web/parts/posting/Posting.module.css'

/** So many rows of one stretch of output nobody confirms. */
const MOST = 100

/** Returns what people confirmed of the output, also what was taken back, each with a link to it. */
export function PostingsOfOutput({ output, zone }: { readonly output: ListedOutputFragment; readonly zone: string }) {
  const { t } = useTexts('output')
  const own = useFormat()
  const format = useZoneFormat(output.workCenter?.timeZone ?? zone)
  const { workCenterId, timeStart, timeEnd } = output
  const [result, ask] = useFreshQuery(
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
  const postings = result.data === undefined ? null : postingsIn(result.data.outputConfirmationsPages.items)
  return (
    <section className={classes['section']}>
      <h3>{t('tab.confirmations')}</h3>
      {postings === null && result.error !== undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {postings === null && result.error === undefined && <p className={classes['muted']}>{t('state.loading')}</p>}
      {postings?.length === 0 && <p className={classes['muted']}>{t('empty.confirmations')}</p>}
      <ul className={classes['list']}>
        {postings?.map(({ id, first, accepted, rejected }) => (
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
