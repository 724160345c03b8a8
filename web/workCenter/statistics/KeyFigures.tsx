import { bandOf } from '#engine/oee/band.ts'
import type { OeeFactor, RollUpFieldsFragment } from '#web/api/generated/graphql.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { bandPercent, targetAndGap } from '#web/parts/bandPercent.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { isFair, knownSeconds } from './compare.view.ts'
import { FigureTile } from '#web/parts/figures/FigureTile.tsx'
import classes from './KeyFigures.module.css'
import type { Explained } from './rollUp.view.ts'

type Stats = RollUpFieldsFragment['stats']

type KeyFiguresProps = {
  readonly workCenter: LoadedWorkCenter
  readonly stats: Stats
  /** Null = not compared. */
  readonly before: Stats | null
  readonly unit: string
  readonly onWhy: (figure: Explained) => void
}

const FACTORS: readonly { readonly figure: OeeFactor; readonly key: 'oee' | 'availability' | 'performance' | 'quality' }[] = [
  { figure: 'OEE', key: 'oee' },
  { figure: 'AVAILABILITY', key: 'availability' },
  { figure: 'PERFORMANCE', key: 'performance' },
  { figure: 'QUALITY', key: 'quality' },
]

/** Returns the period in figures: OEE with its factors, output against target, failures, setup and how much of it is known. */
export function KeyFigures({ workCenter, stats, before, unit, onWhy }: KeyFiguresProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const targets = {
    oee: workCenter.targetOee,
    availability: workCenter.targetAvailability,
    performance: workCenter.targetPerformance,
    quality: workCenter.targetQuality,
  }
  const percent = (value: number) => format.percentOf(value, 1)
  const points = (value: number) => t('change.points', { value: format.number(value, 1) })
  const time = (seconds: number) => format.duration(seconds * 1000)
  const change = before
  const isJudged = before !== null && isFair(knownSeconds(stats), knownSeconds(before))
  // Sums of fewer shifts are no worse, and of more no better.
  const isComparable = isJudged && before.records === stats.records && !stats.isProvisional
  const [output, outputBefore] = [stats.outputs[0], change?.outputs[0]]
  return (
    <section className={classes['figures']} aria-label={t('figures.title')}>
      {FACTORS.map(({ figure, key }) => {
        const value = stats[key]?.exactValue ?? null
        const band = bandOf(value)
        const target = targets[key] ?? null
        return (
          <FigureTile
            key={key}
            name={t(`figure.${figure}`)}
            value={
              <>
                {bandPercent(format, value)} {band !== null && <BandIcon band={band} />}
              </>
            }
            note={target === null ? null : t('oee.target', { target: targetAndGap(format, target, value) })}
            change={
              change && (
                <ChangeNote
                  now={value}
                  before={change[key]?.exactValue ?? null}
                  direction={isJudged ? 'more' : 'neutral'}
                  digits={1}
                  format={percent}
                  formatDifference={points}
                />
              )
            }
            onWhy={() => onWhy(figure)}
          />
        )
      })}
      <FigureTile
        name={t('shifts.output')}
        value={`${format.number(output?.totalOutput)} ${unit}`}
        note={
          output?.targetOutput == null
            ? t('figures.rejected', { value: format.number(output?.rejectedOutput) })
            : t('figures.outputNote', { target: format.number(output.targetOutput), rejected: format.number(output.rejectedOutput) })
        }
        change={
          change && (
            <ChangeNote
              now={output?.totalOutput ?? null}
              before={outputBefore?.totalOutput ?? null}
              direction={isComparable ? 'more' : 'neutral'}
              digits={0}
              format={(value) => format.number(value)}
            />
          )
        }
      />
      <FigureTile
        name={t('figure.MTBF')}
        value={time0(stats.mtbf)}
        note={t('figures.failures', { count: stats.failureCount })}
        change={
          change && (
            <ChangeNote
              now={stats.mtbf ?? null}
              before={change.mtbf ?? null}
              direction={isJudged ? 'more' : 'neutral'}
              digits={0}
              format={time}
            />
          )
        }
        onWhy={() => onWhy('MTBF')}
      />
      <FigureTile
        name={t('figure.MTTR')}
        value={time0(stats.mttr)}
        note={t('figures.failureTime', { time: time(stats.failureDuration) })}
        change={
          change && (
            <ChangeNote
              now={stats.mttr ?? null}
              before={change.mttr ?? null}
              direction={isJudged ? 'less' : 'neutral'}
              digits={0}
              format={time}
            />
          )
        }
        onWhy={() => onWhy('MTTR')}
      />
      <FigureTile
        name={t('figures.setup')}
        value={time(stats.setupDuration)}
        note={t('figures.setupRate', { share: format.percentOf(stats.setupRate?.exactValue, 1) })}
        change={
          change && (
            <ChangeNote
              now={stats.setupDuration}
              before={change.setupDuration}
              direction={isComparable ? 'less' : 'neutral'}
              digits={0}
              format={time}
            />
          )
        }
        onWhy={() => onWhy('SETUP_RATE')}
      />
      <FigureTile
        name={t('figure.DATA_COVERAGE')}
        value={format.percentOf(stats.dataCoverage?.exactValue, 1)}
        note={t('figures.noData', { time: time(stats.noDataDuration) })}
        change={
          change && (
            <ChangeNote
              now={stats.dataCoverage?.exactValue ?? null}
              before={change.dataCoverage?.exactValue ?? null}
              direction="more"
              digits={1}
              format={percent}
              formatDifference={points}
            />
          )
        }
        onWhy={() => onWhy('DATA_COVERAGE')}
      />
    </section>
  )

  function time0(seconds: number | null | undefined): string {
    return format.duration(seconds == null ? null : seconds * 1000)
  }
}
