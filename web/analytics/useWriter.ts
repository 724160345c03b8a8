import { isAdditive, type Measure } from '#engine/analytics/dimensions.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { growthOf } from './analytics.view.ts'

/** How values of a measure are written: ratios in percent, their differences in points, times as durations. */
export type Writer = {
  /** Values are multiplied by it before they are compared, so that a reader subtracts what is shown. */
  readonly scale: number
  readonly digits: number
  readonly write: (value: number | null) => string
  /** Behind the title of a column in a file; null = there is none, or the cells say it. */
  readonly unit: string | null
  /** Scaled values are seconds. */
  readonly isTime: boolean
  /** Of a scaled value. */
  readonly writeScaled: (value: number) => string
  readonly writeDifference: (value: number) => string
  /** A difference with how much more or less of a sum that is. */
  readonly writeChange: (difference: number, now: number | null, before: number | null) => string
}

const ENERGY = {
  ENERGY: { digits: 1, name: (kwh: string) => kwh },
  ENERGY_COST: { digits: 2, name: (_kwh: string, unit: string) => unit },
  ENERGY_PER_UNIT: { digits: 4, name: (kwh: string, unit: string) => `${kwh}/${unit}` },
} as const

/** What rounds to no percent is not told in percent. */
const SMALLEST_GROWTH = 0.005

/** Returns how values of the measure are written; output in its unit. */
export function useWriter(measure: Measure, unit: string | null = null): Writer {
  const format = useFormat()
  const writer = useValueWriter(measure, unit)
  return {
    ...writer,
    writeChange: (difference, now, before) => {
      const growth = isAdditive(measure) ? growthOf(now, before) : null
      const text = writer.writeDifference(difference)
      return growth === null || Math.abs(growth) < SMALLEST_GROWTH
        ? text
        : `${text} (${growth < 0 ? '−' : '+'}${format.percent(Math.abs(growth), 0)})`
    },
  }
}

function useValueWriter(measure: Measure, unit: string | null): Omit<Writer, 'writeChange'> {
  const { t } = useCommonTexts()
  const kwh = useTexts('analytics').t('kwh')
  const format = useFormat()
  if (measure === 'COUNT') {
    const write = (value: number | null) => format.number(value)
    return { scale: 1, digits: 0, unit: null, isTime: false, write, writeScaled: write, writeDifference: write }
  }
  if (measure === 'OUTPUT' || measure === 'REJECTED') {
    const write = (value: number | null) =>
      value === null || unit === null ? format.number(value) : `${format.number(value, value % 1 === 0 ? 0 : 1)} ${unit}`
    return { scale: 1, digits: 1, unit, isTime: false, write, writeScaled: write, writeDifference: write }
  }
  if (measure === 'ENERGY' || measure === 'ENERGY_COST' || measure === 'ENERGY_PER_UNIT') {
    const { digits, name } = ENERGY[measure]
    const write = (value: number | null) =>
      value === null ? format.number(value) : `${format.number(value, digits)} ${name(kwh, unit ?? '')}`.trim()
    return { scale: 1, digits, unit: name(kwh, unit ?? ''), isTime: false, write, writeScaled: write, writeDifference: write }
  }
  if (measure === 'DURATION' || measure === 'AVERAGE') {
    const write = (value: number | null) => format.duration(value === null ? null : Math.round(value) * 1000)
    return { scale: 1, digits: 0, unit: null, isTime: true, write, writeScaled: write, writeDifference: write }
  }
  return {
    scale: 100,
    digits: 1,
    unit: '%',
    isTime: false,
    write: (value) => format.percent(value),
    writeScaled: (value) => format.percentOf(value, 1),
    writeDifference: (value) => t('change.points', { value: format.number(value, 1) }),
  }
}
