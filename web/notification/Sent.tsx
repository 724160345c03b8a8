import { useFreshQuery } from '#web/api/fresh.ts'
import { SentNotificationsDocument } from '#web/api/generated/graphql.ts'
import type { SentNotificationsQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { whenOf } from '#web/parts/notice/sentence.view.ts'
import classes from '#web/parts/rules/notifications.module.css'
import { NOTIFICATIONS_SEARCH, SENT_SHOWN } from './notificationsSearch.ts'
import { SentLines } from '#web/parts/notice/SentLines.tsx'
import { useSentence } from '#web/parts/notice/useSentence.ts'

type Told = SentNotificationsQuery['sentNotifications']['items'][number]

/** Returns what the company was told, the newest first: to whom by which way, what was held back and why (U-84). */
export function Sent() {
  const { t } = useTexts('notification')
  const { search, change } = useListSearch(NOTIFICATIONS_SEARCH)
  const { shown, page: current } = search
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const [result, ask] = useFreshQuery(SentNotificationsDocument, { shown, current }, interest)
  const [problem] = problemsOf(result.error)
  const page = result.data?.sentNotifications
  return (
    <>
      <div className={classes['form']}>
        <SelectField
          name="shown"
          label={t('sent.shown')}
          value={shown}
          options={SENT_SHOWN.map((value) => ({ value, label: t(`sent.show.${value}`) }))}
          onChange={(value) => change({ page: 1, shown: SENT_SHOWN.find((one) => one === value) ?? 'ALL' })}
        />
      </div>
      {page === undefined && result.error === undefined && <p role="status">{t('state.loading')}</p>}
      {page === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {page?.items.length === 0 && current === 1 && <EmptyState title={t(shown === 'ALL' ? 'empty.SENT' : 'empty.FILTERED')} />}
      <ul className={classes['list']}>
        {page?.items.map((told) => (
          <SentRow key={told.notification.id} told={told} />
        ))}
      </ul>
      {page !== undefined && (page.hasNext || current > 1) && (
        <div className={classes['actions']}>
          {current > 1 && <ActionButton onClick={() => change({ page: current - 1 }, { isStep: true })}>{t('newer')}</ActionButton>}
          {page.hasNext && <ActionButton onClick={() => change({ page: current + 1 }, { isStep: true })}>{t('older')}</ActionButton>}
        </div>
      )}
    </>
  )
}

function SentRow({ told: { notification, deliveries } }: { readonly told: Told }) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const sentence = useSentence()
  const { severity, state, firedAt, until, workCenter, isFoundLate } = notification
  const at = Date.parse(firedAt)
  return (
    <li className={classes['row']} data-state={state}>
      <span className={classes['severity']} data-severity={severity}>
        {t(`severity.${severity}`)}
      </span>
      <div className={classes['what']}>
        <span className={classes['heading']}>
          {workCenter?.name} · {format.dateTime(at)}
        </span>
        <span className={classes['sentence']}>{sentence(notification)}</span>
        <span className={classes['muted']}>
          {state === 'RETRACTED' && t('retracted')}
          {state === 'RESOLVED' && until !== null && t('over', { time: whenOf(format, Date.parse(until), at) })}
          {isFoundLate && ` · ${t('late')}`}
        </span>
        <SentLines deliveries={deliveries} since={at} format={format} />
      </div>
    </li>
  )
}
