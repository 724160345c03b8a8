import { useEffect, useId, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  type InboxGroupFragment,
  type InboxItemFragment,
  InboxOfDocument,
  type NotificationFilterInput,
} from '#web/api/generated/graphql.ts'
import { whenOf } from '#web/parts/notice/sentence.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { groupKey, seenByLooking } from './inbox.view.ts'
import { InboxRow } from './InboxRow.tsx'
import type { RowPick } from './InboxRow.tsx'
import { PickRow } from './PickRow.tsx'
import type { InboxActs } from './useInboxActs.ts'
import { useSeen } from './useSeen.ts'
import classes from '#web/parts/rules/notifications.module.css'

type InboxGroupProps = {
  readonly group: InboxGroupFragment
  /** What the inbox is narrowed to. */
  readonly filter: NotificationFilterInput
  readonly acts: InboxActs
  readonly pick: RowPick
  /** Told what stands in the group once it is opened, and nothing once it is closed. */
  readonly onOpened: (key: string, items: readonly InboxItemFragment[]) => void
}

/** Opened rows at a time. */
const STEP = 50

/** Returns several notifications as one row: how many of which kind since when, what may have caused it or with which duration it would be calm, and on request each of them. */
export function InboxGroup({ group, filter, acts, pick, onOpened }: InboxGroupProps) {
  const { t } = useTexts('notification')
  const { timeZone } = useFormat()
  const [place] = group.workCenters
  const format = useZoneFormat(place?.timeZone ?? timeZone)
  const [shown, setShown] = useState(0)
  const list = useId()
  const key = groupKey(group)
  const type = t(`type.${group.type}`)
  const time = whenOf(format, Date.parse(group.since), serverNow())
  const text =
    group.kind === 'CAUSE'
      ? t('group.cause', { type, count: group.open, time })
      : t('group.flapping', { type, count: group.ids.length, time })
  const names = group.workCenters.map(({ name }) => name)
  const isBusy = acts.busyId === key
  return (
    <li className={classes['row']} data-unread={group.unread > 0 || undefined} data-row={key} data-state="OPEN" tabIndex={-1}>
      <PickRow pick={pick} rowKey={key} name={text} />
      <span className={classes['severity']} data-severity={group.severity}>
        {t(`severity.${group.severity}`)}
      </span>
      <div className={classes['what']}>
        <strong>{group.kind === 'CAUSE' && names.length < group.open ? `${names.join(', ')} …` : names.join(', ')}</strong>
        <span className={classes['sentence']}>{text}</span>
        {group.guess !== null && <span className={classes['muted']}>{t(`group.${group.guess}`)}</span>}
        {group.kind === 'FLAPPING' && (
          <span className={classes['muted']}>
            {t(group.open > 0 ? 'group.goesOn' : 'group.calm')}
            {group.longerDuration !== null && ` · ${t('group.longer', { minutes: group.longerDuration })}`}
          </span>
        )}
      </div>
      <div className={classes['actions']}>
        {group.open > 0 && (
          <ActionButton isMain isBusy={isBusy} onClick={() => void acts.takeAll(key, group.ids)}>
            {t('acknowledge')}
          </ActionButton>
        )}
        <button
          type="button"
          className={classes['expand']}
          data-open
          aria-expanded={shown > 0}
          aria-controls={list}
          onClick={() => setShown(shown > 0 ? 0 : STEP)}
        >
          {t(shown > 0 ? 'group.close' : 'group.open', { count: group.ids.length })}
        </button>
        <ActionButton isBusy={isBusy} onClick={() => void acts.putAllAway(key, group.ids)}>
          {t('archive')}
        </ActionButton>
      </div>
      {shown > 0 && (
        <div id={list} className={classes['members']}>
          <Members of={key} ids={group.ids.slice(0, shown)} filter={filter} acts={acts} pick={pick} onOpened={onOpened} />
          {shown < group.ids.length && <ActionButton onClick={() => setShown(shown + STEP)}>{t('older')}</ActionButton>}
        </div>
      )}
    </li>
  )
}

type MembersProps = Omit<InboxGroupProps, 'group'> & { readonly of: string; readonly ids: readonly string[] }

function Members({ of, ids, filter, acts, pick, onOpened }: MembersProps) {
  const { t } = useTexts('notification')
  const [{ data }] = useFreshQuery(InboxOfDocument, { ids: [...ids], size: ids.length }, { workCenterIds: null, kinds: ['notification'] })
  const items = data?.notifications.items
  useSeen(seenByLooking(items ?? [], filter, acts.unseen))
  useEffect(() => {
    if (items !== undefined) onOpened(of, items)
  }, [of, items, onOpened])
  useEffect(() => () => onOpened(of, []), [of, onOpened])
  if (items === undefined) return <p role="status">{t('state.loading')}</p>
  return (
    <ul className={classes['list']}>
      {items.map((item) => (
        <InboxRow key={item.id} item={item} isMarked={false} acts={acts} pick={pick} />
      ))}
    </ul>
  )
}
