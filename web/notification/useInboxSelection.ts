import { useCallback, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import type { InboxGroupFragment, InboxItemFragment } from '#web/api/generated/graphql.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import type { ListAction } from '#web/parts/list/table/SelectionBar.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { actedOn, groupKey, idsOf, stillShown, toggled, withOpened } from './inbox.view.ts'
import type { InboxRowOf, InboxTab, OpenedGroups } from './inbox.view.ts'
import type { RowPick } from './InboxRow.tsx'
import { actOfKey } from './notifications.view.ts'
import type { InboxKeyAct } from './notifications.view.ts'
import type { InboxActs } from './useInboxActs.ts'

type Shown = {
  readonly tab: InboxTab
  readonly items: readonly InboxItemFragment[] | undefined
  readonly groups: readonly InboxGroupFragment[]
  readonly rows: readonly InboxRowOf<InboxItemFragment, InboxGroupFragment>[] | undefined
  readonly acts: InboxActs
  /** The element of the rows. */
  readonly list: RefObject<HTMLElement | null>
}

type InboxSelection = {
  readonly pick: RowPick
  /** Keys of the selected rows. */
  readonly chosen: readonly string[]
  readonly actions: readonly ListAction<string>[]
  /** Told what stands in a group that was opened, and nothing when it was closed. */
  readonly onOpened: (key: string, items: readonly InboxItemFragment[]) => void
  readonly clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** Returns which rows of the inbox are selected and what can be done with all of them, and lets keys do it. */
export function useInboxSelection({ tab, items, groups, rows, acts, list }: Shown): InboxSelection {
  const { t } = useTexts('notification')
  const [opened, setOpened] = useState<OpenedGroups<InboxItemFragment>>(new Map())
  const onOpened = useCallback(
    (key: string, inside: readonly InboxItemFragment[]) => setOpened((before) => withOpened(before, key, inside)),
    [],
  )
  const [selection, setSelected] = useState(NONE)
  const itemOf = (id: string) => [...(items ?? []), ...[...opened.values()].flat()].find((item) => item.id === id)
  const selected = useMemo(() => stillShown(selection, rows ?? [], opened), [selection, rows, opened])
  const done = (isDone: Promise<void>) => void isDone.then(() => setSelected(NONE))
  const take = (keys: readonly string[]) => done(acts.takeAll(keys[0] ?? '', idsOf(keys, groups)))
  const putAway = (keys: readonly string[]) => done(acts.putAllAway(keys[0] ?? '', idsOf(keys, groups)))
  const isUnread = (key: string) => {
    const group = groups.find((one) => groupKey(one) === key)
    return group === undefined ? itemOf(key)?.readAt === null : group.unread > 0
  }
  const see = (keys: readonly string[]) => void acts.see(idsOf(keys, groups), keys.some(isUnread))
  const press = (act: InboxKeyAct | 'SEE', focused: string | null): void => {
    const keys = actedOn(selected, focused)
    const [first, ...others] = keys
    if (first === undefined) return
    if (act === 'SEE') return see(keys)
    const item = others.length === 0 ? itemOf(first) : undefined
    if (item === undefined) {
      if (act === 'TAKE') take(keys)
      if (act === 'PUT_AWAY') putAway(keys)
      return
    }
    if (!actOfKey(act, item)) return
    if (act === 'TAKE') void acts.acknowledge(first, null)
    if (act === 'PUT_AWAY') done(acts.putAway(first, true))
    if (act === 'PUT_OFF') openSelect(document.querySelector<HTMLSelectElement>(`[data-row="${first}"] select`))
  }
  const toggle = (key: string) => setSelected(toggled(selected, key))
  useRowKeys(list, {
    onSelect: toggle,
    onClear: () => {
      setSelected(NONE)
      return selected.size > 0
    },
    letters: new Map<string, (key: string | null) => void>([
      ['a', (key) => press('TAKE', key)],
      ['z', (key) => press('PUT_OFF', key)],
      ['e', (key) => press('PUT_AWAY', key)],
      ['u', (key) => press('SEE', key)],
      ['A', () => setSelected(new Set(rows?.map(({ key }) => key)))],
    ]),
  })
  const chosen = [...selected]
  const isOpen = tab === 'OPEN'
  return {
    pick: { selected, onToggle: toggle },
    chosen,
    actions: [
      ...(isOpen ? [{ key: 'take', label: t('acknowledge'), isMain: true, run: take }] : []),
      { key: 'see', label: t(chosen.some(isUnread) ? 'markSeen' : 'markUnseen'), run: see },
      ...(isOpen ? [{ key: 'away', label: t('archive'), run: putAway }] : []),
    ],
    onOpened,
    clear: () => setSelected(NONE),
  }
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
