import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { useConnection, useLiveStore } from '#web/api/live.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { whenIdle } from '#web/base/whenIdle.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { onSecond, serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ListedCard } from '../list/listedCard.ts'
import classes from './NeedsYou.module.css'
import { needsOf } from './needs.view.ts'

const LATEST_MS = 5_000

const TodoLink = lazyPart<object>(() => withTexts('todo', import('./TodoLink.tsx')).then((module) => ({ default: module.TodoLink })))

/** Returns one line of constant height: the work center that waits longest for a person, what its stop costs, and the way to it; or that none waits. */
export default function NeedsYou({ workCenters }: { readonly workCenters: readonly ListedCard[] }) {
  const { t } = useTexts('needs')
  const format = useFormat()
  const unitName = useUnitName()
  const store = useLiveStore()
  const mayExplain = mayEditLosses(useViewer())
  useSyncExternalStore(onSecond, store.version)
  // What the machines do comes with the page, and is no sign yet that it is live.
  const isLive = useConnection().status !== 'connecting'
  const [first, ...others] = needsOf(workCenters, store.all(), serverNow())
  if (first === undefined) {
    return (
      <p className={classes['needs']}>
        <Icon name="check" size={18} /> {t('none')}
        <Todo isLive={isLive} />
      </p>
    )
  }
  const { workCenter, kind, since, count, lost } = first
  return (
    <section className={classes['needs']} data-kind={kind} aria-label={t('title')}>
      <StatusIcon style="stop" size={16} />
      <p className={classes['text']}>
        <strong className={classes['name']}>{workCenter.name}</strong>
        <span className={classes['state']}>{kind === 'stop' ? t('stopped') : t('toExplain', { count })}</span>
        {since !== null && (
          <span className={classes['cost']}>
            <Elapsed since={since} />
            {lost !== null &&
              lost > 0 &&
              ` · ${t('lost', { amount: format.number(lost), unit: unitName(workCenter.outputMeasurementUnit) })}`}
          </span>
        )}
      </p>
      {others.length > 0 && <span className={classes['more']}>{t('more', { count: others.length })}</span>}
      <a className={classes['go']} data-print="no" href={`/boxes/${workCenter.deviceId ?? ''}`}>
        {mayExplain ? t('give') : t('show')}
        <span className="hidden-text">: {workCenter.name}</span>
      </a>
      <Todo isLive={isLive} />
    </section>
  )
}

/** The way to what the viewer is asked to do, once the page is live: it comes after all that the first picture needs. */
function Todo({ isLive }: { readonly isLive: boolean }) {
  const [isLater, setLater] = useState(false)
  useEffect(() => (isLive ? whenIdle(() => setLater(true), LATEST_MS) : undefined), [isLive])
  if (!isLater) return null
  return (
    <Suspense fallback={null}>
      <TodoLink />
    </Suspense>
  )
}
