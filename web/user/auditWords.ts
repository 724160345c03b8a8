import { type Role, ROLES } from '#engine/access/abilities.ts'
import { isToldAuditKey } from '#engine/access/auditKeys.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { AuditNamesQuery } from '#web/api/generated/graphql.ts'
import { weekdayName } from '#web/parts/field/calendarNames.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import type { Translate } from '#web/texts/translate.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { type Format, MISSING } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Locale } from '#web/ui/locale.ts'
import { type AuditRecord, type AuditValue, ID, isList, isRecord, toldParts } from './auditLines.view.ts'
import { auditChoice } from './auditValues.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Times in ms. */
const DURATIONS: ReadonlySet<string> = new Set(['answerWithinMs', 'everyMs', 'showAfterMs', 'targetSpeedTimeMs'])
/** Parts of a record that say what it is. */
const HEADINGS: ReadonlySet<string> = new Set(['name', 'source'])
/** People, teams or roles. */
const RECIPIENTS: ReadonlySet<string> = new Set(['recipients', 'users'])
const MAX_DIGITS = 6
/** The day before a Monday. */
const A_SUNDAY = Date.UTC(2023, 11, 31)

type Language = {
  readonly t: Translate<'user'>
  readonly format: Format
  readonly unitName: (unit: { readonly code: string; readonly shortName: string }) => string
  /** Of people and places; undefined while they are on their way. */
  readonly names: AuditNamesQuery | undefined
}

/** Returns the functions of `auditWords` in the current language. */
export function useAuditValues(names: AuditNamesQuery | undefined) {
  const { t } = useTexts('user')
  const format = useFormat()
  const unitName = useUnitName()
  return auditWords({ t, format, unitName, names })
}

/** Returns the functions that tell keys and values of the audit log in words. */
export function auditWords({ t, format, unitName, names }: Language) {
  const keyText = (key: string) => (isToldAuditKey(key) ? t(`audit.key.${key}`) : key)
  const roleText = (role: Role | undefined) => role && t(`role.${role}`)
  // A name that is not there any more, as opposed to names that are still on their way.
  const gone = names === undefined ? MISSING : t('audit.gone')
  const workCenter = (id: AuditValue) => names?.workCenters.find((one) => one.id === id)?.name ?? gone
  const person = (id: AuditValue) => names?.users.find((one) => one.id === id)?.fullName
  const team = (id: AuditValue) => names?.teams.find((one) => one.id === id)?.name
  const nameOf = (type: 'language' | 'region', code: string) =>
    new Intl.DisplayNames([format.locale], { type, fallback: 'code' }).of(code) ?? code
  const numberText = (value: number) => format.number(value, Math.min(MAX_DIGITS, String(value).split('.')[1]?.length ?? 0))

  const numberOf = (key: string, value: number): string => {
    if (key === 'workCenterId' || key === 'workCenterIds') return workCenter(value)
    if (key === 'groupId') return names?.workCenterGroups.find(({ id }) => id === value)?.name ?? gone
    if (key === 'planCycleTimeMs') return format.cycle(value)
    if (DURATIONS.has(key)) return format.exactDuration(value)
    if (key === 'from' || key === 'to') return clockTime(value)
    if (key === 'days') return dayName(value, format.locale)
    return numberText(value)
  }
  const textOf = (key: string, value: string): string => {
    if (key === 'role') return roleText(ROLES.find((role) => role === value)) ?? value
    if (key === 'teamId') return team(value) ?? gone
    if (key === 'responsibleId') return person(value) ?? gone
    if (RECIPIENTS.has(key))
      return roleText(ROLES.find((role) => role === value)) ?? person(value) ?? team(value) ?? (ID.test(value) ? gone : value)
    const choice = auditChoice(key, value)
    if (choice !== null) return t(`audit.value.${choice}`)
    if (key === 'language' && /^[a-z]{2}$/.test(value)) return nameOf('language', value)
    if (key === 'country' && /^[a-z]{2}$/i.test(value)) return nameOf('region', value.toUpperCase())
    if (key === 'unit') return unitName(measurementUnitOf(value))
    return INSTANT.test(value) ? format.dateTime(Date.parse(value)) : value
  }
  const recordText = (record: AuditRecord): string =>
    toldParts(record)
      .map(([key, value], index) => {
        const unit = key === 'requiredInput' && typeof record['unit'] === 'string' ? ` ${textOf('unit', record['unit'])}` : ''
        const name = index === 0 ? keyText(key) : withinSentence(keyText(key))
        return HEADINGS.has(key) ? valueText(key, value) : `${name}: ${valueText(key, value)}${unit}`
      })
      .join(', ')
  const valueText = (key: string, value: AuditValue): string => {
    if (value === null || value === '') return MISSING
    if (typeof value === 'boolean') return value ? t('audit.yes') : t('audit.no')
    if (typeof value === 'number') return numberOf(key, value)
    if (typeof value === 'string') return textOf(key, value)
    if (isRecord(value)) return recordText(value)
    return value.length === 0 ? MISSING : listed(value.map((one) => valueText(key, one)))
  }
  /** Records of a list have a line each. */
  const valueLines = (key: string, value: AuditValue): readonly string[] =>
    isList(value) && value.some(isRecord) ? value.map((one) => valueText(key, one)) : [valueText(key, value)]
  return { keyText, valueLines }
}

function listed(texts: readonly string[]): string {
  return texts.join(texts.some((text) => text.includes(', ')) ? '; ' : ', ')
}

/** Names of more than one capital, such as SKU, stay as they are. */
function withinSentence(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

/** Of minutes since midnight. */
function clockTime(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Of an ISO day of the week, 1 = Monday. */
function dayName(day: number, locale: Locale): string {
  const at = A_SUNDAY + day * DAY_MS
  const name = new Intl.DateTimeFormat(locale === 'uz' ? 'en' : locale, { weekday: 'short', timeZone: 'UTC' }).format(at)
  return weekdayName(name, locale)
}
