import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { LossNotificationsDocument } from '#web/api/generated/graphql.ts'
import { ToldShort } from '#web/parts/notice/ToldShort.tsx'
import { whenOf } from '#web/parts/notice/sentence.view.ts'
import { useSentence } from '#web/parts/notice/useSentence.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './LossesPage.module.css'

export type LossNoticesProps = { readonly lossId: number; readonly workCenterId: number; readonly timeZone: string }

/** Returns what was told of a stop: what, how many people, who takes care of it and who is told next; nothing where nobody was told. */
export function LossNotices({ lossId, workCenterId, timeZone }: LossNoticesProps) {
  const { t } = useTexts('notification')
  const format = useZoneFormat(timeZone)
  const sentence = useSentence()
  const variables = useMemo(() => ({ lossId }), [lossId])
  const [{ data }] = useFreshQuery(LossNotificationsDocument, variables, { workCenterIds: [workCenterId], kinds: ['notification'] })
  const told = data?.lossNotifications ?? []
  if (told.length === 0) return null
  return (
    <section aria-labelledby={`told-${lossId}`}>
      <h3 id={`told-${lossId}`}>{t('short.title')}</h3>
      <ul className={classes['told']}>
        {told.map((item) => (
          <li key={item.id}>
            <span>
              {sentence(item)}
              {item.state === 'RETRACTED' && ` · ${t('retracted')}`}
              {item.state === 'RESOLVED' &&
                item.until !== null &&
                ` · ${t('over', { time: whenOf(format, Date.parse(item.until), Date.parse(item.since)) })}`}
              {item.isFoundLate && ` · ${t('late')}`}
            </span>
            <ToldShort told={item} format={format} className={classes['toldLine']} />
            {item.state === 'OPEN' && item.acknowledgedBy === null && <span className={classes['toldLine']}>{t('filter.untaken')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
