import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AcknowledgeDocument, ReadNotificationsDocument, UrgentNoticesDocument } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useActingPerson } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRipeness } from '#web/ui/useRipeness.ts'
import { isTakenAs } from './taken.view.ts'
import classes from './UrgentBar.module.css'
import { useSentence } from './useSentence.ts'
import { useWhyNotTaken } from './useWhyNotTaken.ts'

export type UrgentBarProps =
  /** At machines, whose bar goes only by being taken care of. */
  | { readonly workCenterIds: readonly number[] }
  /** Over a page about anything: it leads to the message, and what was seen is not shown again. */
  | { readonly workCenterIds: null }

/** What was put off comes back by the clock. */
const ASK_EVERY_MS = 60_000

/**
 * Returns the bar with what is urgent and nobody takes care of, the newest first; nothing while there is none (U-50, U-80). It lies over what
 * nobody taps, so that nothing moves or is covered when it comes or goes, and its buttons do nothing until it has stood there for a moment.
 */
export function UrgentBar({ workCenterIds }: UrgentBarProps) {
  const { t } = useTexts('notification')
  const sentenceOf = useSentence()
  const whyNotTaken = useWhyNotTaken()
  const { id: viewerId } = useViewer()
  const userId = useActingPerson()?.userId ?? viewerId
  const filter = useMemo(
    () => ({
      tab: 'OPEN' as const,
      severities: ['URGENT' as const],
      isAcknowledged: false,
      ...(workCenterIds === null ? { isRead: false } : { workCenterIds: [...workCenterIds] }),
    }),
    [workCenterIds],
  )
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const [{ data }, ask] = useFreshQuery(UrgentNoticesDocument, { filter }, interest, { everyMs: ASK_EVERY_MS })
  const taking = useChange(AcknowledgeDocument)
  const seeing = useChange(ReadNotificationsDocument)
  const [first] = data?.notifications.items ?? []
  const others = (data?.notifications.totalItems ?? 0) - 1
  const isRipe = useRipeness(first?.id ?? null)
  const done = ([problem]: readonly ApiProblem[]) => {
    if (problem !== undefined) showToast(problemText(t, problem))
    ask()
  }
  const take = async (id: string) => {
    if (!isRipe()) return
    const { data: answer, problems } = await taking.run({ id })
    const taken = answer?.acknowledgeNotification
    if (taken !== undefined && !isTakenAs(taken, { userId, said: null })) showToast(whyNotTaken(taken))
    done(problems)
  }
  const see = async (id: string) => {
    if (isRipe()) done((await seeing.run({ ids: [id], isRead: true })).problems)
  }
  const words = first === undefined ? '' : `${first.workCenter === null ? '' : `${first.workCenter.name}: `}${sentenceOf(first)}`
  return (
    <div role="alert" className={classes['place']} data-over={workCenterIds === null ? 'page' : 'machine'} data-print="no">
      {first !== undefined && (
        <div className={classes['bar']}>
          <strong>{t('severity.URGENT')}</strong>
          <span className={classes['what']} title={words}>
            {workCenterIds === null ? (
              <Link to="/notifications" search={{ id: first.id }}>
                {words}
              </Link>
            ) : (
              words
            )}
          </span>
          {others > 0 && <span className={classes['more']}>{t('urgentMore', { count: others })}</span>}
          <button type="button" className={classes['take']} disabled={taking.isBusy} onClick={() => void take(first.id)}>
            {t('acknowledge')}
          </button>
          {workCenterIds === null && (
            <button
              type="button"
              className={classes['close']}
              aria-label={t('markSeen')}
              title={t('markSeen')}
              disabled={seeing.isBusy}
              onClick={() => void see(first.id)}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      )}
    </div>
  )
}
