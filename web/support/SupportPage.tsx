import { isProviderRole } from '#engine/access/abilities.ts'
import { SUPPORT_STATUSES, type SupportStatus } from '#engine/support/supportRequest.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { SupportInboxDocument, SupportRequestsDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { supportOf } from '#web/parts/support/supportKind.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { foundQuestions, SEARCH_FROM } from './support.view.ts'
import { SupportForm } from './SupportForm.tsx'
import { SUPPORT_SEARCH } from './supportSearch.ts'
import { SupportThread } from './SupportThread.tsx'
import classes from './SupportPage.module.css'

const ALL = { workCenterIds: null, kinds: ['support'] } as const
/** The inbox is of all companies, and the page hears only of its own. */
const INBOX_EVERY_MS = 30_000

/** Returns the page of questions to the provider: the form, below it the viewer's questions with their answers; for the provider's people its inbox. */
export function SupportPage() {
  const { t } = useTexts('support')
  const format = useFormat()
  const viewer = useViewer()
  const { search, change } = useListSearch(SUPPORT_SEARCH)
  const isInbox = search.tab === 'inbox' && isProviderRole(viewer.role)
  const [mine, askMine] = useFreshQuery(SupportRequestsDocument, {}, ALL, { pause: isInbox })
  const [inbox, askInbox] = useFreshQuery(SupportInboxDocument, {}, ALL, { pause: !isInbox, everyMs: INBOX_EVERY_MS })
  const { entries } = useOutbox()
  const waiting = entries.flatMap((entry) => (entry.refusal === null ? (supportOf(entry) ?? []) : []))
  usePageTitle(t('page.support'))
  const result = isInbox ? inbox : mine
  const ask = isInbox ? askInbox : askMine
  const requests = isInbox ? inbox.data?.supportInbox : mine.data?.supportRequests
  const [problem] = problemsOf(result.error)
  const [openId = null] = search.id
  const found = requests === undefined ? undefined : foundQuestions(requests, search)
  const statusText = (status: SupportStatus) => (isInbox && status === 'WAITING' ? t('find.answered') : t(`status.${status}`))
  return (
    <>
      <PageHeading>{t('page.support')}</PageHeading>
      {isProviderRole(viewer.role) && (
        <ActionButton onClick={() => change({ tab: isInbox ? 'mine' : 'inbox', id: [] }, { isStep: true })}>
          {t(isInbox ? 'mine' : 'inbox')}
        </ActionButton>
      )}
      {!isInbox && (
        <SupportForm
          key={`${search.ask} ${search.text}`}
          isForOffer={search.ask === 'offer'}
          text={search.text}
          deviceId={search.place}
          onSent={askMine}
        />
      )}
      <h2 className={classes['heading']}>{t(isInbox ? 'inbox' : 'mine')}</h2>
      {!isInbox && waiting.length > 0 && <p role="status">{t('waiting', { count: waiting.length })}</p>}
      {requests === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {requests?.length === 0 && <EmptyState title={t('none')} text={t('noneHelp')} />}
      {(requests?.length ?? 0) >= SEARCH_FROM && (
        <div className={classes['fields']} role="search">
          <TextField name="q" type="search" label={t('find.search')} value={search.q} onChange={(q) => change({ q })} maxLength={200} />
          <SelectField
            name="status"
            label={t('find.filter')}
            value={search.status}
            options={[
              { value: '', label: t('find.anyStatus') },
              ...SUPPORT_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
            ]}
            onChange={(value) => change({ status: SUPPORT_STATUSES.find((status) => status === value) ?? '' })}
          />
        </div>
      )}
      {found?.length === 0 && requests?.length !== 0 && <p role="status">{t('find.nothing')}</p>}
      <ul className={classes['list']}>
        {found?.map((request) => (
          <li key={request.id}>
            <button
              type="button"
              className={classes['open']}
              aria-expanded={openId === request.id}
              onClick={() => change({ id: openId === request.id ? [] : [request.id] })}
            >
              <b>{request.content.split('\n', 1)[0]}</b>
              <span className={classes['about']}>
                {[
                  isInbox && request.severity === 'URGENT' ? t('severity.URGENT') : null,
                  statusText(request.status),
                  format.dateTime(Date.parse(request.createdAt)),
                  request.createdBy?.fullName,
                  isInbox ? request.companyName : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
            {openId === request.id && <SupportThread request={request} isInbox={isInbox} onChanged={ask} />}
          </li>
        ))}
      </ul>
    </>
  )
}
