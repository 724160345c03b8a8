import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { changeoverMatrix, type MatrixCell } from '#engine/jobOrder/forecast/changeoverMatrix.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ChangeoverPlacesDocument, ChangeoversOfPlaceDocument, type ChangeoversOfPlaceQuery } from '#web/api/generated/graphql.ts'
import { RowsFile, type FileColumn } from '#web/parts/list/table/RowsFile.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { ORDERS_SEARCH } from '../jobOrdersSearch.ts'
import { ViewLinks } from '../ViewLinks.tsx'
import classes from './Changeovers.module.css'

type Changeover = ChangeoversOfPlaceQuery['changeovers'][number]
type Case = Omit<Changeover, 'fromItem' | 'toItem'> & { readonly fromItem: number; readonly toItem: number; readonly ms: number }
type Cell = MatrixCell<Case>

/** Text stays readable on it. */
const HOTTEST_PERCENT = 30
/** Around a changeover its timeline is shown so far. */
const AROUND_MS = 30 * MINUTE_MS

/** Returns what changing from each product to each other takes at a work center, by what was measured; a cell shows its cases (domain.md F-3). */
export function ChangeoversView() {
  const { t } = useTexts('board')
  const url = useListSearch(ORDERS_SEARCH)
  usePageTitle(t('changeovers.title'))
  const [places, askPlaces] = useQuery({ query: ChangeoverPlacesDocument })
  const shown = (places.data?.workCenters ?? []).filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE')
  const isSlow = useDelayed(places.fetching && places.data === undefined)
  const place = shown.find(({ id }) => id === url.search.wc[0]) ?? shown[0]
  return (
    <>
      <PageHeading>{t('changeovers.title')}</PageHeading>
      <ViewLinks view="changeovers" />
      <div className={classes['view']}>
        {places.data === undefined && places.error && (
          <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => askPlaces({ requestPolicy: 'network-only' })} />
        )}
        {isSlow && <p role="status">{t('state.loading')}</p>}
        {places.data !== undefined && shown.length === 0 && <EmptyState title={t('changeovers.none')} text={t('changeovers.noneHelp')} />}
        {shown.length > 0 && (
          <SelectField
            name="place"
            label={t('changeovers.place')}
            value={place === undefined ? '' : String(place.id)}
            options={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => url.change({ wc: [Number(id)] })}
          />
        )}
        {place !== undefined && <Matrix key={place.id} workCenterId={place.id} deviceId={place.deviceId} zone={place.timeZone} />}
      </div>
    </>
  )
}

type MatrixProps = Pick<CasesProps, 'deviceId' | 'zone'> & { readonly workCenterId: number }

function Matrix({ workCenterId, deviceId, zone }: MatrixProps) {
  const { t } = useTexts('board')
  const format = useFormat()
  const [result, ask] = useQuery({ query: ChangeoversOfPlaceDocument, variables: { workCenterId }, requestPolicy: 'cache-and-network' })
  const [open, setOpen] = useState<string | null>(null)
  if (result.error !== undefined && result.data === undefined)
    return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask()} />
  if (result.data === undefined) return <p role="status">{t('state.loading')}</p>
  const names = new Map<number, string>()
  const cases = result.data.changeovers.flatMap((one) => {
    const { fromItem, toItem } = one
    if (fromItem === null || toItem === null) return []
    for (const { id, name } of [fromItem, toItem]) names.set(id, name)
    return [{ ...one, fromItem: fromItem.id, toItem: toItem.id, ms: one.duration * 1000 }]
  })
  const { fromItems, toItems, cells } = changeoverMatrix(cases)
  if (cells.length === 0) return <EmptyState title={t('changeovers.none')} text={t('changeovers.noneHelp')} />
  const cellOf = (from: number, to: number) => cells.find(({ fromItem, toItem }) => fromItem === from && toItem === to)
  const minutes = (ms: number) => t('changeovers.minutes', { value: format.number(Math.round(ms / MINUTE_MS)) })
  const shown = cells.find((cell) => keyOf(cell) === open)
  const nameOf = (id: number) => names.get(id) ?? '—'
  const inFile: readonly FileColumn<Cell>[] = [
    { title: t('changeovers.from'), value: ({ fromItem }) => nameOf(fromItem) },
    { title: t('changeovers.to'), value: ({ toItem }) => nameOf(toItem) },
    { title: t('changeovers.usual'), kind: 'duration', value: ({ usualMs }) => usualMs },
    { title: t('changeovers.quarter'), kind: 'duration', value: ({ bestMs }) => bestMs },
    { title: t('changeovers.cases'), kind: 'number', value: ({ cases: own }) => own.length },
  ]
  return (
    <>
      <p className={classes['help']}>{t('changeovers.help')}</p>
      <div>
        <RowsFile title={t('changeovers.title')} rows={cells} columns={inFile} />
      </div>
      <div className={classes['scroll']}>
        <table className={classes['matrix']} aria-label={t('changeovers.title')}>
          <thead>
            <tr>
              <th scope="col">{t('changeovers.fromTo')}</th>
              {toItems.map((to) => (
                <th key={to} scope="col">
                  {nameOf(to)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fromItems.map((from) => (
              <tr key={from}>
                <th scope="row">{nameOf(from)}</th>
                {toItems.map((to) => {
                  const cell = cellOf(from, to)
                  return (
                    <td key={to}>
                      {cell === undefined ? (
                        <span className={classes['none']}>{from === to ? '·' : '—'}</span>
                      ) : (
                        <button
                          type="button"
                          style={{
                            background: `color-mix(in srgb, var(--warning) ${Math.round(cell.heat * HOTTEST_PERCENT)}%, var(--surface))`,
                          }}
                          aria-label={`${nameOf(from)} → ${nameOf(to)}: ${minutes(cell.usualMs)}, ${t('changeovers.best', { value: minutes(cell.bestMs), count: cell.cases.length })}`}
                          aria-expanded={open === keyOf(cell)}
                          onClick={() => setOpen(open === keyOf(cell) ? null : keyOf(cell))}
                        >
                          <b>{minutes(cell.usualMs)}</b>
                          <span>{t('changeovers.best', { value: minutes(cell.bestMs), count: cell.cases.length })}</span>
                        </button>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown !== undefined && (
        <Cases cell={shown} deviceId={deviceId} zone={zone} title={`${nameOf(shown.fromItem)} → ${nameOf(shown.toItem)}`} />
      )}
    </>
  )
}

type CasesProps = {
  readonly cell: Cell
  readonly deviceId: string | null
  /** Of the work center, as its timeline has it. */
  readonly zone: string
  readonly title: string
}

function Cases({ cell, deviceId, zone, title }: CasesProps) {
  const { t } = useTexts('board')
  const format = useZoneFormat(zone)
  return (
    <section className={classes['cases']} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {cell.cases.map(({ timeStart, ms, fromJobOrder, toJobOrder }) => {
          const at = Date.parse(timeStart)
          const iso = (instant: number) => new Date(instant).toISOString()
          return (
            <li key={timeStart}>
              {deviceId === null ? (
                format.dateTime(at)
              ) : (
                <Link
                  to="/boxes/$deviceId"
                  params={{ deviceId }}
                  search={{ tab: 'history', from: iso(at - ms - AROUND_MS), to: iso(at + ms + AROUND_MS) }}
                >
                  {format.dateTime(at)}
                </Link>
              )}
              <span>
                {fromJobOrder?.orderCode} → {toJobOrder?.orderCode}
              </span>
              <b>{t('changeovers.minutes', { value: format.number(Math.round(ms / MINUTE_MS)) })}</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function keyOf({ fromItem, toItem }: Pick<Cell, 'fromItem' | 'toItem'>): string {
  return `${fromItem} ${toItem}`
}
