import { Link } from '@tanstack/react-router'
import { prepaidDaysLeft, prepaidState } from '#engine/company/prepaid.ts'
import type { PrepaidState } from '#engine/company/prepaid.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { dateOf } from '#engine/time/zoneDates.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { BillingPlacesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { RowsFile, type FileColumn } from '#web/parts/list/table/RowsFile.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './BillingPage.module.css'
import { Invoices } from './Invoices.tsx'

const NOTHING = {}
/** Bars are drawn of a year at most. */
const MOST_DAYS = 365
const ORDER: readonly PrepaidState[] = ['ENDED', 'ENDING', 'PAID', 'UNLIMITED']

/** Returns until when each work center is paid for, those that end first on top, the way to ask for an offer, and the invoices (U-118). */
export function BillingPage() {
  const { t } = useTexts('billing')
  const format = useFormat()
  const now = useCoarseNow(HOUR_MS)
  const [result, ask] = useFreshQuery(BillingPlacesDocument, NOTHING, { workCenterIds: null, kinds: ['company'] })
  const [problem] = problemsOf(result.error)
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  usePageTitle(t('page.billing'))
  const rows = result.data?.workCenters
    .map(({ id, name, prepaidUntil, timeZone }) => {
      const until = prepaidUntil?.slice(0, 10) ?? null
      const left = prepaidDaysLeft(until, dateOf(timeZone, now))
      return { id, name, until, left, state: prepaidState(left) }
    })
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.left ?? 0) - (b.left ?? 0) || format.compare(a.name, b.name))
  const inFile: readonly FileColumn<NonNullable<typeof rows>[number]>[] = [
    { title: t('place'), value: ({ name }) => name },
    { title: t('until'), value: ({ until }) => until },
    { title: t('left'), kind: 'number', value: ({ left }) => left },
    { title: t('status'), value: ({ state }) => t(`state.${state}`) },
  ]
  const dateText = (until: string | null) => (until === null ? t('unlimited') : format.date(Date.parse(`${until}T12:00:00Z`)))
  return (
    <>
      <PageHeading>{t('page.billing')}</PageHeading>
      <p className={classes['about']}>{t('about')}</p>
      <div className={classes['acts']}>
        <Link className={classes['offer']} to="/support" search={{ ask: 'offer' }}>
          {t('offer')}
        </Link>
        <RowsFile title={t('page.billing')} rows={rows ?? []} columns={inFile} />
      </div>
      {rows === undefined && result.error && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {rows?.length === 0 && <EmptyState title={t('none')} />}
      {rows !== undefined && rows.length > 0 && (
        <Table
          caption={t('caption')}
          rows={rows}
          rowKey={({ id }) => String(id)}
          columns={[
            { key: 'place', title: t('place'), cell: ({ name }) => name },
            { key: 'until', title: t('until'), cell: ({ until }) => dateText(until) },
            {
              key: 'left',
              title: t('left'),
              cell: ({ left, state }) => (
                <span className={classes['left']} data-state={state}>
                  <span>{left === null ? t('state.UNLIMITED') : left < 0 ? t('ended') : t('days', { count: left })}</span>
                  {left !== null && (
                    <span className={classes['bar']} aria-hidden>
                      <span style={{ inlineSize: `${(Math.min(Math.max(left, 0), MOST_DAYS) / MOST_DAYS) * 100}%` }} />
                    </span>
                  )}
                </span>
              ),
            },
            { key: 'state', title: t('status'), hideBelow: 600, cell: ({ state }) => t(`state.${state}`) },
          ]}
        />
      )}
      {/* Below what it would be moved by. */}
      {(rows !== undefined || result.error) && <Invoices />}
    </>
  )
}
