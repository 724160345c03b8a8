import { Link } from '@tanstack/react-router'
import { ParetoLine } from '#web/chart/ParetoLine.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ParetoSection.module.css'
import { levelUnder, type RankedBar, writeLevel } from './pareto.view.ts'

type ParetoBarsProps = {
  readonly bars: readonly RankedBar[]
  readonly nameOf: (bar: RankedBar) => string
  readonly write: (value: number) => string
  readonly isCompared: boolean
}

/** Returns the horizontal bars, each a link: to its parts, or to the losses in the history. */
export function ParetoBars({ bars, nameOf, write, isCompared }: ParetoBarsProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const top = Math.max(1, ...bars.map(({ value, before }) => Math.max(value, before ?? 0)))
  return (
    <>
      <p className={classes['legend']}>
        <span className={classes['lineMark']} aria-hidden /> {t('pareto.lineLegend')}
        {isCompared && (
          <>
            <span className={classes['ghostMark']} aria-hidden /> {t('compare.before')}
          </>
        )}
      </p>
      <div className={classes['chart']}>
        <ol className={classes['bars']}>
          {bars.map((bar) => (
            <li key={bar.key}>
              <Link from="/boxes/$deviceId" to="." search={searchOf(bar)} resetScroll={levelUnder(bar) === null} className={classes['row']}>
                <span className={classes['name']}>{nameOf(bar)}</span>
                <span className={classes['track']} aria-hidden>
                  <span
                    className={classes['bar']}
                    data-kind={bar.kind}
                    data-category={bar.kind === 'category' ? bar.category : undefined}
                    style={{ width: `${(bar.value / top) * 100}%` }}
                  />
                  {bar.before !== null && <span className={classes['ghost']} style={{ width: `${(bar.before / top) * 100}%` }} />}
                </span>
                <span className={classes['value']}>
                  {write(bar.value)} · {format.percent(bar.share)}
                </span>
              </Link>
            </li>
          ))}
        </ol>
        <div className={classes['overlay']}>
          <ParetoLine cumulative={bars.map(({ cumulative }) => cumulative)} />
        </div>
      </div>
    </>
  )
}

/** As the history page names it. */
function reasonOf({ id, kind }: RankedBar): string {
  if (id !== null) return String(id)
  return kind === 'planned' ? 'planned' : kind === 'notNeeded' ? 'small' : 'none'
}

function searchOf(bar: RankedBar) {
  const under = levelUnder(bar)
  return (known: Record<string, unknown>) =>
    under === null
      ? { ...known, tab: 'history', reason: reasonOf(bar), loss: undefined, lossGroup: undefined }
      : { ...known, ...writeLevel(under) }
}
