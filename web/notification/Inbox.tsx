import { Suspense, useMemo, useRef } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { InboxDocument, InboxOneDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { SelectionBarProps } from '#web/parts/list/table/SelectionBar.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { inboxFilter, inboxRows, isNarrowed, NO_INBOX_FILTERS, seenByLooking } from './inbox.view.ts'
import type { InboxTab } from './inbox.view.ts'
import type { InboxFiltersProps } from './InboxFilters.tsx'
import { InboxGroup } from './InboxGroup.tsx'
import { InboxRow } from './InboxRow.tsx'
import { withMarked } from './notifications.view.ts'
import type { NotificationsSearch } from './notificationsSearch.ts'
import { useInboxActs } from './useInboxActs.ts'
import { useInboxSelection } from './useInboxSelection.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useSeen } from './useSeen.ts'
import classes from '#web/parts/rules/notifications.module.css'

const Filters = lazyPart<InboxFiltersProps>(() =>
  withTexts('table', import('./InboxFilters.tsx')).then((module) => ({ default: module.InboxFilters })),
)
const Selection = lazyPart<SelectionBarProps<string>>(() =>
  withTexts('table', import('#web/parts/list/table/SelectionBar.tsx')).then((module) => ({ default: module.SelectionBar<string> })),
)

type InboxProps = { readonly tab: InboxTab; readonly url: ListUrl<NotificationsSearch> }

/** What was put off comes back by the clock. */
const ASK_EVERY_MS = 60_000

/**
 * Returns one page of the viewer's notifications, the newest first, above them what belongs together and the one that a message leads to in whatever state it
 * is now, and the way to the older ones; filters are in the address. Keys: `j` and `k` walk, `x` selects, `A` all that is shown, and on what is selected or
 * has the focus `a` takes, `z` puts off, `e` puts away, `u` sees or counts as unseen.
 */
export function Inbox({ tab, url }: InboxProps) {
  const { t } = useTexts('notification')
  const { search, change } = url
  const { timeZone } = useViewer()
  const marked = search.id === '' ? null : search.id
  const isOpen = tab === 'OPEN'
  const filter = useMemo(() => inboxFilter(tab, search, timeZone), [tab, search, timeZone])
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const asked = { filter: { ...filter, ...(isOpen && { isGrouped: false }) }, current: search.page, isOpen }
  const [result, ask] = useFreshQuery(InboxDocument, asked, interest, { everyMs: ASK_EVERY_MS })
  const [{ data: one }] = useFreshQuery(InboxOneDocument, { id: marked ?? '' }, interest, { pause: marked === null })
  const [problem] = problemsOf(result.error)
  const page = result.data?.notifications
  const told = one?.notification ?? null
  const items = useMemo(() => page && withMarked(page.items, told), [page, told])
  const groups = useMemo(() => (search.page > 1 ? [] : (result.data?.notificationGroups ?? [])), [result.data, search.page])
  const rows = useMemo(() => items && inboxRows(items, groups), [items, groups])
  const acts = useInboxActs(ask, useRowFocus(useMemo(() => rows?.map(({ key }) => ({ id: key })), [rows])))
  useSeen(seenByLooking(items ?? [], filter, acts.unseen))
  const list = useRef<HTMLUListElement>(null)
  const { pick, chosen, actions, onOpened, clear } = useInboxSelection({ tab, items, groups, rows, acts, list })
  const undone = (
    <UndoBar
      text={acts.done === null ? '' : t(`done.${acts.done.kind}`)}
      answer={acts.done === null ? null : DONE}
      undoLabel={t('undo')}
      closeLabel={t('close')}
      onUndo={acts.done === null ? null : acts.done.undo}
      onClose={acts.forget}
    />
  )
  const filters = (
    <Suspense fallback={null}>
      <Filters tab={tab} search={search} invalid={search.invalid} onChange={(next) => change({ page: 1, ...next })} />
    </Suspense>
  )
  if (page === undefined || items === undefined || rows === undefined) {
    if (result.error === undefined) return <p role="status">{t('state.loading')}</p>
    return (
      <>
        {filters}
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      </>
    )
  }
  const hasFilter = isNarrowed(tab, search)
  const emptyKey = hasFilter ? 'FILTERED' : tab
  if (rows.length === 0 && search.page === 1)
    return (
      <>
        {(hasFilter || search.invalid.length > 0 || !isOpen) && filters}
        <EmptyState title={t(`empty.${emptyKey}`)} text={t(`emptyHelp.${emptyKey}`)}>
          {hasFilter && <ActionButton onClick={() => change({ page: 1, ...NO_INBOX_FILTERS })}>{t('filter.clear')}</ActionButton>}
        </EmptyState>
        {undone}
      </>
    )
  return (
    <>
      {filters}
      <ul className={classes['list']} ref={list}>
        {rows.map((row) =>
          'group' in row ? (
            <InboxGroup key={row.key} group={row.group} filter={filter} acts={acts} pick={pick} onOpened={onOpened} />
          ) : (
            <InboxRow key={row.key} item={row.item} isMarked={row.key === marked} acts={acts} pick={pick} />
          ),
        )}
      </ul>
      {(page.hasNext || search.page > 1) && (
        <div className={classes['actions']}>
          {search.page > 1 && <ActionButton onClick={() => change({ page: search.page - 1 }, { isStep: true })}>{t('newer')}</ActionButton>}
          {page.hasNext && <ActionButton onClick={() => change({ page: search.page + 1 }, { isStep: true })}>{t('older')}</ActionButton>}
        </div>
      )}
      {chosen.length > 0 && (
        <Suspense fallback={null}>
          <Selection rows={chosen} actions={actions} onClear={clear} />
        </Suspense>
      )}
      {undone}
    </>
  )
}

const DONE = {}
