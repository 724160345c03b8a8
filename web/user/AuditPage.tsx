import { isAuditAction } from '#engine/access/auditActions.ts'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { mayReadAudit } from '#engine/user/mayEditPeople.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { AuditDocument, type AuditQuery, AuditNamesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fileNamePart, localDateTime } from '#web/parts/csv/csv.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { isDescending } from '#web/parts/list/sort.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { auditPeriod } from './audit.view.ts'
import { AUDIT_SEARCH, type AuditSearch } from './auditSearch.ts'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './AuditPage.module.css'
import { useAuditChips } from './useAuditChips.ts'
import { useAuditColumns } from './useAuditColumns.tsx'

const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000
const NO_FILTERS = { user: '', action: '', range: 'all', from: '', to: '', page: 1 } as const

type Entry = AuditQuery['auditLog']['items'][number]

/** Returns who changed what in the company and when, newest first; filters, order and page are in the address. */
export function AuditPage() {
  const { t } = useTexts('user')
  const format = useFormat()
  const viewer = useViewer()
  const client = useClient()
  const url = useListSearch(AUDIT_SEARCH)
  const { search, change } = url
  const [openedAt] = useState(() => Date.now())
  const variables = useMemo(() => variablesOf(search, format.timeZone, openedAt), [search, format.timeZone, openedAt])
  const [result, ask] = useFreshQuery(
    AuditDocument,
    { ...variables, current: search.page, size: PAGE_SIZE },
    { workCenterIds: null, kinds: ['audit'] },
  )
  const [names] = useQuery({ query: AuditNamesDocument })
  const columns = useAuditColumns(names.data)
  const chips = useAuditChips(url, names.data?.users ?? [])
  const problem = problemsOf(result.error)[0]
  const log = result.data?.auditLog
  usePageTitle(t('page.audit'))

  const readPage = async (current: number) => {
    const answer = await client
      .query(AuditDocument, { ...variables, current, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data === undefined) throw answer.error ?? new Error('The audit log cannot be read')
    return answer.data.auditLog
  }
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.audit')}</PageHeading>
        <Link to="/users" className={classes['back']}>
          <Icon name="users" size={16} /> {t('page.users')}
        </Link>
      </div>
      <p className={classes['note']}>{t('audit.help', { zone: format.timeZone })}</p>
      <ListView<Entry>
        name="AUDIT"
        caption={t('page.audit')}
        url={url}
        columns={columns}
        rows={log?.items}
        rowKey={keyOf}
        rowName={(entry) =>
          `${isAuditAction(entry.action) ? t(`audit.action.${entry.action}`) : entry.action}, ${format.dateTime(Date.parse(entry.at))}`
        }
        isSorted
        mayRead={mayReadAudit(viewer)}
        filters={<AuditFilters search={search} people={names.data?.users ?? []} onChange={(next) => change({ page: 1, ...next })} />}
        chips={chips}
        onClear={() => change(NO_FILTERS)}
        {...pagingOf(log, change)}
        actions={[]}
        file={{ name: `${fileNamePart(t('page.audit'))}_${localDateTime(openedAt, format.timeZone).slice(0, 10)}`, readPage }}
        empty={{ title: t('audit.none'), text: t('audit.noneHelp') }}
        noMatch={{ title: t('audit.noMatch'), text: t('audit.noMatchHelp') }}
        failure={
          result.error
            ? {
                title: problem ? problemText(t, problem) : t('state.wrong'),
                onRetry: ask,
              }
            : null
        }
      />
    </>
  )
}

function keyOf(entry: Entry): string {
  return String(entry.id)
}

function variablesOf(search: AuditSearch, zone: string, now: number) {
  const period = auditPeriod(search, zone, now)
  return {
    filter: {
      ...(search.user !== '' && { userId: search.user }),
      ...(search.action !== '' && { action: search.action }),
      ...(period && { period: { start: new Date(period.start).toISOString(), end: new Date(period.end).toISOString() } }),
    },
    orderBy: { field: 'AT', direction: isDescending(search.sort) ? 'DESC' : 'ASC' },
  } as const
}
