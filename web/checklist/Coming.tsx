import { useMemo } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistForecastDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ChecklistsPage.module.css'
import { comingOf, type ComingPlace } from './coming.view.ts'

export type ComingProps = { readonly workCenterIds: readonly number[] }

/** What the clock makes due moves with it. */
const ASK_EVERY_MS = 5 * MINUTE_MS

/** Returns what the clock will make due in the next day, by work center (domain.md CL-16); nothing where nothing is foretold. */
export function Coming({ workCenterIds }: ComingProps) {
  const { t } = useTexts('checklist')
  const { compare } = useFormat()
  const now = useCoarseNow(MINUTE_MS)
  const variables = useMemo(() => (workCenterIds.length === 0 ? {} : { workCenterIds: [...workCenterIds] }), [workCenterIds])
  const [{ data }] = useFreshQuery(
    ChecklistForecastDocument,
    variables,
    { workCenterIds: null, kinds: ['checklist'] },
    { everyMs: ASK_EVERY_MS },
  )
  const places = useMemo(() => comingOf(data?.checklistForecast.runs ?? [], now, compare), [data, now, compare])
  const { moreRuns: left = 0, moreWorkCenters: others = 0 } = data?.checklistForecast ?? {}
  if (places.length === 0) return null
  return (
    <section className={classes['coming']} aria-labelledby="coming">
      <h2 id="coming">{t('today.coming')}</h2>
      <p className={classes['muted']}>{t('today.comingHelp')}</p>
      <dl className={classes['comingPlaces']}>
        {places.map((place) => (
          <Place key={place.id} place={place} />
        ))}
      </dl>
      {left > 0 && <p className={classes['muted']}>{t('today.comingMore', { count: left })}</p>}
      {others > 0 && <p className={classes['muted']}>{t('today.comingElsewhere', { count: others })}</p>}
    </section>
  )
}

function Place({ place }: { readonly place: ComingPlace }) {
  const { timeZone } = useFormat()
  // A machine's time is told by the clock on its wall.
  const format = useZoneFormat(place.timeZone ?? timeZone)
  return (
    <div className={classes['comingPlace']}>
      <dt>{place.name}</dt>
      {place.checklists.map(({ id, name, times }) => (
        <dd key={id}>
          <span>{name}</span> <span className={classes['muted']}>{times.map((at) => format.time(at)).join(' · ')}</span>
        </dd>
      ))}
    </div>
  )
}
