import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type ChangeBase, ExplainChangeDocument, type ExplainChangeQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './ShiftChange.module.css'
import { signedPoints } from './signedPoints.ts'

type ShiftChangeProps = {
  readonly workCenterId: number
  /** When the shift began, UTC. */
  readonly timeStart: string
  /** Of its heading, below that of the place where it stands. */
  readonly level: 2 | 3
  /** Of the shift, so that the answer follows its changes. */
  readonly period: { readonly from: number; readonly to: number }
}

type Change = NonNullable<ExplainChangeQuery['explainChange']>
type Part = Change['parts'][number]

const BASES: readonly ChangeBase[] = ['PREVIOUS', 'SAME_SHIFT', 'USUAL']
/** Less than what is shown of points is no news. */
const LEAST_POINTS = 0.05

/** Returns why OEE of the shift differs from the one before, from the same one before or from the usual: each cause with its points, which add up. */
export function ShiftChange({ workCenterId, timeStart, level, period }: ShiftChangeProps) {
  const Heading = `h${level}` as const
  const { t } = useTexts('shiftInsight')
  const [against, setAgainst] = useState<ChangeBase>('PREVIOUS')
  const [{ data, error }, refetch] = useFreshQuery(
    ExplainChangeDocument,
    useMemo(() => ({ workCenterId, timeStart, against }), [workCenterId, timeStart, against]),
    { workCenterIds: [workCenterId], kinds: ['loss', 'output', 'shift', 'workCenter'], period },
  )
  const change = data?.explainChange
  return (
    <section className={classes['change']} aria-label={t('change.title')}>
      <Heading className={classes['title']}>{t('change.title')}</Heading>
      <div data-print="no">
        <ChoiceGroup
          label={t('change.against')}
          isLabelHidden
          value={against}
          choices={BASES.map((value) => ({ value, label: t(`change.base.${value}`) }))}
          onChange={setAgainst}
        />
      </div>
      {error && data === undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {change === null && <p className={classes['meta']}>{t('change.none')}</p>}
      {change != null && <Explained change={change} against={against} />}
    </section>
  )
}

function Explained({ change, against }: { readonly change: Change; readonly against: ChangeBase }) {
  const { t } = useTexts('shiftInsight')
  const format = useFormat()
  const percent = (of: { readonly exactValue: number } | null | undefined) => format.percentOf(of?.exactValue, 1)
  const parts = change.parts.filter(({ points }) => Math.abs(points?.exactValue ?? 0) >= LEAST_POINTS)
  const most = parts.reduce((greatest, { points }) => Math.max(greatest, Math.abs(points?.exactValue ?? 0)), LEAST_POINTS)
  const [only] = change.against
  const nameOf = ({ cause, reason }: Part) => (cause === 'REASON' ? (reason?.name ?? t('cause.REASON')) : t(`cause.${cause}`))
  return (
    <>
      <p className={classes['result']}>
        <strong>{t('change.points', { points: signedPoints(change.difference?.exactValue ?? 0, format) })}</strong>{' '}
        {t('change.result', { before: percent(change.before), now: percent(change.now) })}{' '}
        <span className={classes['meta']}>
          {against === 'USUAL' || only === undefined
            ? t('change.usual', { count: change.against.length })
            : only.id != null && (
                <Link to="/shifts/$shiftId" params={{ shiftId: String(only.id) }} className={classes['link']}>
                  {only.name}, {format.date(Date.parse(only.timeStart))}
                </Link>
              )}
        </span>
      </p>
      {parts.length === 0 ? (
        <p className={classes['meta']}>{t('change.same')}</p>
      ) : (
        <ol className={classes['parts']}>
          {parts.map((part) => {
            const points = part.points?.exactValue ?? 0
            return (
              <li key={`${part.cause} ${part.reason?.id ?? ''}`}>
                <span className={classes['name']}>{nameOf(part)}</span>
                <span className={classes['track']} aria-hidden>
                  <span
                    data-better={points > 0 || undefined}
                    style={{ width: `${(Math.abs(points) / most) * 50}%`, [points > 0 ? 'left' : 'right']: '50%' }}
                  />
                </span>
                <span className={classes['value']}>{t('change.points', { points: signedPoints(points, format) })}</span>
                <span className={classes['meta']}>
                  {t('change.cost', {
                    before: format.number(part.lostBefore?.exactValue, 1),
                    now: format.number(part.lostNow?.exactValue, 1),
                  })}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
