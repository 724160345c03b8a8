import { useEffect, useMemo, useRef, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { InboxDocument, type InboxItemFragment, InboxOneDocument, ReadNotificationsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { InboxRow } from './InboxRow.tsx'
import { actOfKey, withMarked } from './notifications.view.ts'
import type { InboxKeyAct } from './notifications.view.ts'
import { useInboxActs } from './useInboxActs.ts'
import { useRowFocus } from './useRowFocus.ts'
import classes from '#web/parts/rules/notifications.module.css'

type InboxProps = { readonly tab: 'HISTORY' | 'OPEN'; readonly marked: string | null }

/** What was put off comes back by the clock. */
const ASK_EVERY_MS = 60_000

/** Returns one page of the viewer's notifications, the newest first, above them the one that a message leads to in whatever state it is now, and the way to the older ones. Keys: `j` and `k` walk, `a` takes, `z` puts off, `e` puts away. */
export function Inbox({ tab, marked }: InboxProps) {
  const { t } = useTexts('notification')
  const [current, setCurrent] = useState(1)
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const [result, ask] = useFreshQuery(InboxDocument, { tab, current }, interest, { everyMs: ASK_EVERY_MS })
  const [{ data: one }] = useFreshQuery(InboxOneDocument, { id: marked ?? '' }, interest, { pause: marked === null })
  const [problem] = problemsOf(result.error)
  const page = result.data?.notifications
  const told = one?.notification ?? null
  const items = useMemo(() => page && withMarked(page.items, told), [page, told])
  useSeen(items)
  const acts = useInboxActs(ask, useRowFocus(items))
  const list = useRef<HTMLUListElement>(null)
  const press = (act: InboxKeyAct, key: string | null) => {
    const item = items?.find(({ id }) => id === key)
    if (item === undefined || !actOfKey(act, item)) return
    if (act === 'TAKE') void acts.acknowledge(item.id, null)
    if (act === 'PUT_AWAY') void acts.putAway(item.id, true)
    if (act === 'PUT_OFF') openSelect(document.querySelector<HTMLSelectElement>(`[data-row="${item.id}"] select`))
  }
  useRowKeys(list, {
    onSelect: () => undefined,
    letters: new Map([
      ['a', (key) => press('TAKE', key)],
      ['z', (key) => press('PUT_OFF', key)],
      ['e', (key) => press('PUT_AWAY', key)],
    ]),
  })
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
  if (page === undefined || items === undefined) {
    if (result.error === undefined) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  if (items.length === 0 && current === 1)
    return (
      <>
        <EmptyState title={t(`empty.${tab}`)} text={t(`emptyHelp.${tab}`)} />
        {undone}
      </>
    )
  return (
    <>
      <ul className={classes['list']} ref={list}>
        {items.map((item) => (
          <InboxRow key={item.id} item={item} isMarked={item.id === marked} acts={acts} />
        ))}
      </ul>
      {(page.hasNext || current > 1) && (
        <div className={classes['actions']}>
          {current > 1 && <ActionButton onClick={() => setCurrent(current - 1)}>{t('newer')}</ActionButton>}
          {page.hasNext && <ActionButton onClick={() => setCurrent(current + 1)}>{t('older')}</ActionButton>}
        </div>
      )}
      {undone}
    </>
  )
}

/** On a closed one an arrow chooses at once. */
function openSelect(select: HTMLSelectElement | null): void {
  select?.focus()
  try {
    select?.showPicker?.()
  } catch {
    // A browser may refuse to open it: it has the focus.
  }
}

const DONE = {}
/** Somebody who passes by has not looked. */
const SEEN_AFTER_MS = 2_000

/** Notes what stood on the page while somebody looked: the bell goes down, and what waits to be sent is not. */
function useSeen(items: readonly Pick<InboxItemFragment, 'id' | 'readAt'>[] | undefined): void {
  const { run } = useChange(ReadNotificationsDocument)
  const unread = (items ?? []).flatMap(({ id, readAt }) => (readAt === null ? [id] : [])).join(' ')
  useEffect(() => {
    if (unread === '') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void run({ ids: unread.split(' ') }), SEEN_AFTER_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [unread, run])
}
