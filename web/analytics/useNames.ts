import { useMemo } from 'react'
import { useQuery } from 'urql'
import { activitiesOf, NOBODY, WITHOUT_REASON } from '#engine/analytics/lossFact.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import { LOSS_CATEGORIES } from '#engine/loss/lossReason.ts'
import { LOSS_TYPES } from '#engine/loss/lossKind.ts'
import { AnalyticsNamesDocument, type AnalyticsNamesQuery, type AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { OTHER } from './analytics.view.ts'
import { WEEKDAYS } from './analyticsSearch.ts'

/** The key of what several orders or products made together. */
const SEVERAL = 'SEVERAL'

/** Statuses that no rule has. */
const BUILT_IN = ['OFF', 'UNDEFINED', 'NO_DATA'] as const

/** What the page calls things, and what the company has named. */
export type Names = {
  readonly data: AnalyticsNamesQuery | undefined
  /** Returns what a key of the dimension is called; short for the axis of a chart. */
  readonly nameOf: (dimension: Dimension, key: string, isShort?: boolean) => string
}

type MadeName = Pick<AnalyticsQuery['analytics']['names'][number], 'dimension' | 'key' | 'name'>
const NONE: readonly MadeName[] = []

/** Returns the names of the keys of all dimensions, in the language of the page. */
export function useNames(made: readonly MadeName[] = NONE): Names {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const [{ data }] = useQuery({ query: AnalyticsNamesDocument })
  return useMemo(() => {
    const mapOf = (rows: readonly { readonly id: number; readonly name: string }[] = []) =>
      new Map(rows.map(({ id, name }) => [String(id), name]))
    const [workCenters, groups] = [mapOf(data?.workCenters), mapOf(data?.workCenterGroups)]
    const [reasons, reasonGroups] = [mapOf(data?.lossReasons), mapOf(data?.lossReasonGroups)]
    const withoutName = (key: string) => {
      const without = WITHOUT_REASON.find((one) => one === key)
      return without === undefined ? null : t(`without.${without}`)
    }
    const reasonName = (known: ReadonlyMap<string, string>, key: string) => {
      return withoutName(key) ?? (key === '' ? t('noReasonGroup') : (known.get(key) ?? `#${key}`))
    }
    const deletedName = (key: string) => {
      const name = (
        made.find((one) => one.dimension === 'WORK_CENTER' && one.key === key) ?? data?.deleted.find(({ id }) => `${id}` === key)
      )?.name
      return name === undefined ? `#${key}` : t('deletedPlace', { name })
    }
    const at = (date: string) => Date.parse(`${date}T12:00:00Z`)
    const month = new Intl.DateTimeFormat(format.locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const nameOf = (dimension: Dimension, key: string, isShort = false): string => {
      if (key === OTHER) return t('other')
      switch (dimension) {
        case 'ACTIVITY': {
          const activities = activitiesOf(key).map((one) => t(`activity.${one}`))
          return withoutName(key) ?? (key === '' ? t('without.ACTIVITY') : activities.join(' + '))
        }
        case 'CATEGORY':
          return t(`category.${LOSS_CATEGORIES.find((one) => one === key) ?? 'AVAILABILITY'}`)
        case 'DAY':
          return isShort ? format.dayMonth(at(key)) : format.date(at(key))
        case 'GROUP':
          return key === '' ? t('noGroup') : (groups.get(key) ?? `#${key}`)
        case 'HOUR':
          if (key === '') return t('without.HOUR')
          return isShort ? key : `${key.padStart(2, '0')}:00–${String((Number(key) + 1) % 24).padStart(2, '0')}:00`
        case 'MONTH':
          return month.format(at(key))
        case 'PERSON':
          if (key === NOBODY) return t('without.PERSON')
          return made.find((one) => one.dimension === dimension && one.key === key)?.name || t('somebody')
        case 'ORDER':
        case 'PRODUCT':
          if (key === '') return t(`without.${dimension}`)
          if (key === SEVERAL) return t(`together.${dimension}`)
          return made.find((one) => one.dimension === dimension && one.key === key)?.name ?? `#${key}`
        case 'REASON':
          return reasonName(reasons, key)
        case 'REASON_GROUP':
          return reasonName(reasonGroups, key)
        case 'SHIFT':
          return t('oneShift', { code: key })
        case 'SOURCE':
          return t(`kind.${LOSS_SOURCES.find((one) => one === key) ?? 'STATUS'}`)
        case 'STATUS': {
          const [kind, source] = [BUILT_IN.find((one) => one === key), LOSS_SOURCES.find((one) => one === key)]
          if (kind !== undefined) return t(`status.${kind}`)
          return source === undefined
            ? (made.find((one) => one.dimension === dimension && one.key === key)?.name ?? `#${key}`)
            : t(`kind.${source}`)
        }
        case 'TYPE':
          return t(`type.${LOSS_TYPES.find((one) => one === key) ?? 'UNDEFINED'}`)
        case 'WEEK':
          return isShort ? format.dayMonth(at(key)) : t('weekOf', { date: format.date(at(key)) })
        case 'WEEKDAY':
          return t(`weekday.${WEEKDAYS.find((one) => one === key) ?? '1'}`)
        case 'WORK_CENTER':
          return workCenters.get(key) ?? deletedName(key)
      }
    }
    return { data, nameOf }
  }, [data, format, made, t])
}
