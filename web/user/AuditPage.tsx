import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { AuditDocument, AuditNamesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { auditPeriod, type AuditSearch, isAuditFiltered, readAuditSearch, writeAuditSearch } from './audit.view.ts'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './AuditPage.module.css'
import { AuditTable } from './AuditTable.tsx'
import { Pager } from './Pager.tsx'

const PAGE_SIZE = 50

/** Returns who changed what in the company and when, newest first; filters and the page are in the address. */
export function AuditPage() {
  const { t } = useTexts('user')
  const format = useFormat()
  const navigate = useNavigate()
  const rawSearch: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => readAuditSearch(rawSearch), [rawSearch])
  const [openedAt] = useState(() => Date.now())
  const variables = useMemo(() => variablesOf(search, format.timeZone, openedAt), [search, format.timeZone, openedAt])
  const [result, ask] = useQuery({ query: AuditDocument, variables })
  const [names] = useQuery({ query: AuditNamesDocument })
  const log = result.data?.auditLog
  const problem = problemsOf(result.error)[0]
  const isSlow = useDelayed(result.fetching && log === undefined)
  usePageTitle(t('page.audit'))

  const go = (next: Partial<AuditSearch>, replace: boolean) =>
    void navigate({ to: '/audit', search: writeAuditSearch({ ...search, page: 1, ...next }), replace })
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.audit')}</PageHeading>
        <Link to="/users" className={classes['back']}>
          <Icon name="users" size={16} /> {t('page.users')}
        </Link>
      </div>
      <p className={classes['note']}>{t('audit.help', { zone: format.timeZone })}</p>
      <AuditFilters search={search} people={names.data?.users ?? []} onChange={(next) => go(next, true)} />
      {result.error && (
        <PanelError
          title={problem ? problemText(t, problem) : t('state.wrong')}
          retryLabel={t('state.retry')}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        />
      )}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {!result.error && log && log.items.length > 0 && (
        <>
          <AuditTable entries={log.items} names={names.data} />
          <Pager page={log.current} size={log.size} total={log.totalItems} onPage={(page) => go({ page }, false)} />
        </>
      )}
      {!result.error && log?.items.length === 0 && (
        <EmptyState
          title={isAuditFiltered(search) ? t('audit.noMatch') : t('audit.none')}
          text={isAuditFiltered(search) ? t('audit.noMatchHelp') : t('audit.noneHelp')}
        >
          {isAuditFiltered(search) && (
            <ActionButton onClick={() => void navigate({ to: '/audit', search: {}, replace: true })}>{t('employees.clear')}</ActionButton>
          )}
        </EmptyState>
      )}
    </>
  )
}

function variablesOf(search: AuditSearch, zone: string, now: number) {
  const period = auditPeriod(search, zone, now)
  return {
    filter: {
      ...(search.user !== '' && { userId: search.user }),
      ...(search.action !== '' && { action: search.action }),
      ...(period && { period: { start: new Date(period.start).toISOString(), end: new Date(period.end).toISOString() } }),
    },
    current: search.page,
    size: PAGE_SIZE,
  }
}
