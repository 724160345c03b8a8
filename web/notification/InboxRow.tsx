import { mayReadRules } from '#engine/notification/mayEditRules.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { NoticeLink } from './NoticeLink.tsx'
import { SentTo } from './SentTo.tsx'
import { ToldShort } from '#web/parts/notice/ToldShort.tsx'
import { percentPair, whenOf } from '#web/parts/notice/sentence.view.ts'
import { toldFacts } from './inbox.view.ts'
import { snoozesOf } from './notifications.view.ts'
import { PickRow } from './PickRow.tsx'
import { TakingNote } from './TakingNote.tsx'
import type { InboxActs } from './useInboxActs.ts'
import { useSentence } from '#web/parts/notice/useSentence.ts'
import classes from '#web/parts/rules/notifications.module.css'

/** Which rows are selected, by their keys. */
export type RowPick = { readonly selected: ReadonlySet<string>; onToggle(key: string): void }

type InboxRowProps = {
  readonly item: InboxItemFragment
  readonly isMarked: boolean
  readonly acts: InboxActs
  readonly pick: RowPick
}

/** Returns one notification: how severe it is, its sentence, how long it goes on, who takes care of it, and what the viewer can do. */
export function InboxRow({ item, isMarked, acts, pick }: InboxRowProps) {
  const { t } = useTexts('notification')
  const { timeZone } = useFormat()
  // A machine's time is told by the clock on its wall.
  const format = useZoneFormat(item.workCenter?.timeZone ?? timeZone)
  const viewer = useViewer()
  const sentenceOf = useSentence()
  const [isNoting, setNoting] = useState(false)
  const isOpen = item.state === 'OPEN' && item.archivedAt === null
  const since = Date.parse(item.since)
  const place = item.workCenter
  const snoozes = snoozesOf(item.shiftEnd, viewer.timeZone, serverNow())
  const isBusy = acts.busyId === item.id
  const by = item.acknowledgedBy
  const isTimed = item.state === 'OPEN' && item.type !== 'TARGET_VALUE'
  const factText = (fact: ReturnType<typeof toldFacts>[number]): string => {
    if (fact.key === 'silentToo') return t('silentToo', { count: fact.count })
    if (fact.key === 'known') return t('known', { share: format.percent(fact.share, 0) })
    if (fact.key === 'units') return t('units', { number: format.number(fact.number, 2) })
    if (fact.key === 'kwh') return t('kwh', { number: format.number(fact.number, 1) })
    if (fact.key === 'batteryLeft') {
      const [days, from] = [format.number(fact.days, 0), format.number(fact.from, 0)]
      return fact.to === null
        ? t('batteryLeft.least', { days, from })
        : t('batteryLeft.range', { days, from, to: format.number(fact.to, 0) })
    }
    if (fact.key === 'offCause') return t(`offCause.${fact.cause}`)
    return t('provisional')
  }
  /** What is known of it, in the order in which it is told. */
  const facts = [
    item.state === 'RESOLVED' && item.until !== null && t('over', { time: whenOf(format, Date.parse(item.until), since) }),
    item.state === 'RETRACTED' && t('retracted'),
    item.isEndedWhileSnoozed && t('endedWhileSnoozed'),
    item.reason?.name,
    item.orders !== null && t('order', { order: item.orders }),
    item.valueNow !== null && t('valueNow', { value: percentPair(format, item.valueNow, item.value).value }),
    item.mainLoss !== null && t('mainLoss', { name: item.mainLoss }),
    ...toldFacts(item).map(factText),
    item.isFoundLate && t('late'),
    item.heldBy !== null && item.heldBy !== 'LATE' && t(`held.${item.heldBy}`),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li
      className={classes['row']}
      data-state={item.state}
      data-unread={item.readAt === null || undefined}
      data-marked={isMarked || undefined}
      data-row={item.id}
      tabIndex={-1}
    >
      <PickRow pick={pick} rowKey={item.id} name={`${place?.name ?? ''}, ${sentenceOf(item)}`} />
      <span className={classes['severity']} data-severity={item.severity}>
        {t(`severity.${item.severity}`)}
      </span>
      <div className={classes['what']}>
        {place?.deviceId == null ? (
          <strong>{place?.name ?? ''}</strong>
        ) : (
          <Link to="/boxes/$deviceId" params={{ deviceId: place.deviceId }} className={classes['place']}>
            {place.name}
          </Link>
        )}
        <span className={classes['sentence']}>{sentenceOf(item)}</span>
        <span className={classes['muted']}>
          {isTimed && <Elapsed since={since} />}
          {isTimed && facts.length > 0 && ' · '}
          {facts.join(' · ')}
        </span>
        <ToldShort told={item} format={format} className={classes['muted']} />
        <div className={classes['ways']}>
          {item.occurrenceId !== null && (
            <Link to="/checklists" search={{ tab: 'results', result: [item.occurrenceId] }} className={classes['place']}>
              {t('lookAt')}
            </Link>
          )}
          {item.type === 'TASK_WAITING' && item.state === 'OPEN' && (
            <Link to="/notifications" search={{ tab: 'todo' }} className={classes['place']}>
              {t('answerIt')}
            </Link>
          )}
          <NoticeLink item={item} />
          {mayReadRules(viewer) && <SentTo id={item.id} what={`${place?.name ?? ''}, ${sentenceOf(item)}`} since={since} format={format} />}
        </div>
      </div>
      <div className={classes['actions']}>
        {isOpen && by === null && !isNoting && (
          <>
            <ActionButton isMain isBusy={isBusy} onClick={() => void acts.acknowledge(item.id, null)}>
              {t('acknowledge')}
            </ActionButton>
            <ActionButton onClick={() => setNoting(true)}>{t('withNote')}</ActionButton>
          </>
        )}
        {isNoting && (
          <TakingNote isBusy={isBusy} onTake={(comment) => acts.acknowledge(item.id, comment)} onCancel={() => setNoting(false)} />
        )}
        {isOpen && (
          <label className={classes['snooze']}>
            <span className="hidden-text">{t('snooze')}</span>
            <select
              value=""
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                const chosen = snoozes.find(({ choice }) => choice === currentTarget.value)
                if (chosen !== undefined) void acts.snooze(item, chosen.choice)
              }}
            >
              <option value="">{t('snooze')}</option>
              {snoozes.map(({ choice, until }) => (
                <option key={choice} value={choice}>
                  {t(`snoozes.${choice}`, { time: format.time(until) })}
                </option>
              ))}
            </select>
          </label>
        )}
        {isOpen && (
          <ActionButton isBusy={isBusy} onClick={() => void acts.putAway(item.id, true)}>
            {t('archive')}
          </ActionButton>
        )}
        {item.state === 'OPEN' && item.archivedAt !== null && (
          <ActionButton isBusy={isBusy} onClick={() => void acts.putAway(item.id, false)}>
            {t('takeBack')}
          </ActionButton>
        )}
      </div>
    </li>
  )
}
