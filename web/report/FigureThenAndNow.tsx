import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { SECOND_MS } from '#engine/time/durations.ts'
import { ReportFigureDocument, type ReportPlacesQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { differenceOf, listOfFigure, type ShownFigure } from './figure.view.ts'
import classes from './FigureThenAndNow.module.css'
import { datesText } from './reports.view.ts'

type Change = ShownFigure['changes'][number]
type FigureProps = {
  readonly linked: { readonly id: string; readonly figure: string }
  readonly places: ReportPlacesQuery['workCenters']
}

/** Returns the figure that the link of a report names: as it was in the report, as it is now, and which shifts read differently since (Y-8). */
export function FigureThenAndNow({ linked, places }: FigureProps) {
  const { t } = useTexts('report')
  const [{ data, error }, ask] = useQuery({ query: ReportFigureDocument, variables: linked, requestPolicy: 'network-only' })
  const [problem] = problemsOf(error)
  const figure = data?.reportFigure
  return (
    <section className={classes['figure']} aria-labelledby="figure-title" aria-busy={data === undefined && error === undefined}>
      {figure != null ? (
        <Figure figure={figure} places={places} />
      ) : (
        (data !== undefined || error !== undefined) && (
          <>
            <h2 id="figure-title">{t('figure.title')}</h2>
            {error === undefined ? (
              <p>{t('figure.unknown')}</p>
            ) : (
              <PanelError
                title={problem ? problemText(t, problem) : t('state.wrong')}
                retryLabel={t('state.retry')}
                onRetry={() => ask({ requestPolicy: 'network-only' })}
              />
            )}
          </>
        )
      )}
    </section>
  )
}

function Figure({ figure, places }: { readonly figure: ShownFigure; readonly places: FigureProps['places'] }) {
  const { t } = useTexts('report')
  const format = useFormat()
  const { factor, told, now, changes, changedShifts, changedStops, openThen, shifts } = figure
  const write = (value: number | null) =>
    factor === 'LOST' ? format.duration(value === null ? null : value * SECOND_MS) : format.percentOf(value, 2)
  const difference = differenceOf(figure)
  const sign = difference !== null && difference < 0 ? '−' : '+'
  const nameOf = (id: number) => places.find((one) => one.id === id)?.name ?? `#${id}`
  const place =
    figure.workCenterId !== null
      ? nameOf(figure.workCenterId)
      : figure.workCenterIds === null
        ? t('form.allPlaces')
        : figure.workCenterIds.map(nameOf).join(', ')
  const list = listOfFigure(figure)
  const start = figure.shiftStart === null ? '' : `, ${format.time(Date.parse(figure.shiftStart))}`
  return (
    <>
      <h2 id="figure-title">
        {t(`figure.factor.${factor}`)} · {place}
      </h2>
      <p className={classes['muted']}>{`${datesText(figure, (at) => format.day(at))}${start}`}</p>
      <dl className={classes['both']}>
        <div>
          <dt>{t('figure.then', { report: t(`type.${figure.reportType}`), time: format.dateTime(Date.parse(figure.madeOn)) })}</dt>
          <dd>{write(told)}</dd>
        </div>
        <div>
          <dt>{t('figure.now')}</dt>
          <dd data-differs={difference !== null && difference !== 0 ? true : undefined}>{write(now)}</dd>
        </div>
        {difference !== null && difference !== 0 && (
          <div>
            <dt>{t('figure.difference')}</dt>
            <dd>
              {sign}
              {factor === 'LOST' ? write(Math.abs(difference)) : t('figure.points', { value: format.number(Math.abs(difference), 2) })}
            </dd>
          </div>
        )}
      </dl>
      <p>
        {told === now ? t('figure.same', { count: shifts }) : t('figure.differs', { count: changedShifts })}
        {openThen > 0 && ` ${t('figure.open', { count: openThen })}`}
        {changedStops !== null && changedStops > 0 && ` ${t('figure.stops', { count: changedStops })}`}
      </p>
      {changes.length > 0 && (
        <div className={classes['scroll']}>
          <table className={classes['changes']}>
            <caption>{t('figure.changes')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('figure.shift')}</th>
                <th scope="col">{t('form.place')}</th>
                <th scope="col">{t('figure.state')}</th>
                <th scope="col">{t('figure.factor.OEE')}</th>
                <th scope="col">{t('figure.good')}</th>
                <th scope="col">{t('figure.why')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <ChangeRow key={`${change.workCenterId} ${change.shiftStart}`} change={change} place={nameOf(change.workCenterId)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changedShifts > changes.length && <p className={classes['muted']}>{t('figure.more', { count: changedShifts - changes.length })}</p>}
      <p>
        {list.to === '/losses' ? (
          <Link to="/losses" search={list.search}>
            {t('figure.losses')}
          </Link>
        ) : (
          <Link to="/shifts" search={list.search}>
            {t('figure.shifts')}
          </Link>
        )}
      </p>
    </>
  )
}

function ChangeRow({ change, place }: { readonly change: Change; readonly place: string }) {
  const { t } = useTexts('report')
  const format = useFormat()
  const { before, after, shift, reopenReason } = change
  const day = format.dateTime(Date.parse(change.shiftStart))
  const both = <T,>(write: (of: NonNullable<Change['before']>) => T & string) => {
    const [one, other] = [before === null ? t('figure.notThere') : write(before), after === null ? t('figure.gone') : write(after)]
    return one === other ? one : `${one} → ${other}`
  }
  return (
    <tr>
      <th scope="row">
        {shift?.id == null ? (
          day
        ) : (
          <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.id) }}>
            {day}
          </Link>
        )}
      </th>
      <td>{place}</td>
      <td>
        {both(({ state, revision }) =>
          revision > 0 ? t('figure.revision', { state: t(`figure.of.${state}`), revision }) : t(`figure.of.${state}`),
        )}
      </td>
      <td>{both(({ oee }) => format.percentOf(oee, 2))}</td>
      <td>{both(({ acceptedOutput }) => format.number(acceptedOutput))}</td>
      <td>{reopenReason ?? ''}</td>
    </tr>
  )
}
