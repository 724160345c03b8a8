import type { Dimension } from '#engine/analytics/dimensions.ts'
import { activitiesOf, NOBODY, WITHOUT_REASON } from '#engine/analytics/lossFact.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { tagOf } from '#engine/user/language.ts'
import type { NamedKey } from '#server/analytics/orderOutput.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { listGroups } from '#server/workCenter/group.store.ts'
import { dateText } from './dateWords.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportNames } from './reportNames.ts'
import { filled } from './reportWords.ts'

/** The key of what several orders or products made together. */
const SEVERAL = 'SEVERAL'
/** A Monday. */
const MONDAY = Date.parse('2024-01-01T12:00:00Z')

/** What the keys of analytics are called in the language of a report. */
export type KeyNames = (dimension: Dimension, key: string) => string

/** Returns the names of the keys of all dimensions; `made` names orders, products and statuses. */
export async function keyNamesOf(
  tenant: Tenant,
  { names, people, made }: { readonly names: ReportNames; readonly people: PeopleNames; readonly made: readonly NamedKey[] },
): Promise<KeyNames> {
  const { keys, words, activities } = names.texts
  const groups = new Map((await listGroups(tenant)).map(({ id, name }) => [`${id}`, names.named(name)]))
  const locale = tagOf(names.language)
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const types: Readonly<Record<string, string>> = { ACTUAL: keys.typeActual, PLANNED: keys.typePlanned, UNDEFINED: keys.typeUndefined }
  const statuses: Readonly<Record<string, string>> = { OFF: keys.OFF, UNDEFINED: keys.noStatus, NO_DATA: keys.noData }
  const categories: Readonly<Record<string, string>> = words
  const withoutReason = (key: string) => {
    const without = WITHOUT_REASON.find((one) => one === key)
    return without === undefined ? null : keys[without]
  }
  const madeName = (dimension: 'ORDER' | 'PRODUCT', key: string) => {
    if (key === '') return keys[dimension]
    if (key === SEVERAL) return dimension === 'ORDER' ? keys.severalOrders : keys.severalProducts
    return made.find((one) => one.dimension === dimension && one.key === key)?.name ?? `#${key}`
  }
  return (dimension, key) => {
    switch (dimension) {
      case 'ACTIVITY':
        return (
          withoutReason(key) ??
          (key === ''
            ? keys.noActivity
            : activitiesOf(key)
                .map((one) => activities[one])
                .join(' + '))
        )
      case 'CATEGORY':
        return categories[key] ?? key
      case 'DAY':
        return dateText(key, names.language)
      case 'GROUP':
        return key === '' ? keys.noGroup : (groups.get(key) ?? `#${key}`)
      case 'HOUR':
        return key === '' ? keys.HOUR : `${key.padStart(2, '0')}:00–${`${(Number(key) + 1) % 24}`.padStart(2, '0')}:00`
      case 'MONTH':
        return month.format(Date.parse(key))
      case 'ORDER':
      case 'PRODUCT':
        return madeName(dimension, key)
      case 'PERSON':
        return key === NOBODY ? keys.PERSON : (people.name(asId<UserId>(key)) ?? keys.somebody)
      case 'REASON':
        return withoutReason(key) ?? names.reasonName(Number(key))
      case 'REASON_GROUP':
        return withoutReason(key) ?? (key === '' ? null : names.reasonGroup(Number(key))) ?? keys.noReasonGroup
      case 'SHIFT':
        return filled(keys.shift, { code: key })
      case 'SOURCE':
        return categories[key] ?? key
      case 'STATUS':
        return statuses[key] ?? categories[key] ?? made.find((one) => one.dimension === dimension && one.key === key)?.name ?? `#${key}`
      case 'TYPE':
        return types[key] ?? key
      case 'WEEK':
        return filled(keys.week, { date: dateText(key, names.language) })
      case 'WEEKDAY':
        return weekday.format(MONDAY + (Number(key) - 1) * DAY_MS)
      case 'WORK_CENTER':
        return names.workCenter(Number(key))
    }
  }
}
