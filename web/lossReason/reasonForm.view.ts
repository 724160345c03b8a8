import type { ActivityType, LossCategory, LossReasonType } from '#engine/loss/lossReason.ts'
import { isOfferedAt, type LossReasonLinkType } from '#engine/loss/reasonOffer.ts'
import { isTimeUnit, TIME_UNIT_MS, type TimeUnit } from '#engine/loss/timeUnit.ts'
import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { LANGUAGES, type Language } from '#engine/user/language.ts'
import type { CreateLossReasonInput } from '#web/api/generated/graphql.ts'
import { isColor } from '#web/parts/color/markColors.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { type Place, placeAt, type Reason } from './reasonTree.view.ts'

export const NAME_MAX_LENGTH = 200

/** Names in the languages of the product; empty where there is none. */
export type Names = Readonly<Record<Language, string>>

/** A reason as it is edited, field by field as the server names them. */
export type ReasonValues = {
  readonly name: string
  readonly color: string
  /** Empty = without a group. */
  readonly groupId: string
  readonly category: LossCategory
  readonly type: LossReasonType
  readonly activityTypes: readonly ActivityType[]
  readonly includeInOeeCalculation: boolean
  readonly isSmallStop: boolean
  readonly isDefaultPlanned: boolean
  readonly isManualAllowed: boolean
  readonly requireExtraNotes: boolean
  readonly hasMaximumAllowedDuration: boolean
  readonly maximumAllowedDuration: string
  readonly unit: TimeUnit
  readonly linkType: LossReasonLinkType
  readonly links: { readonly workCenterIds: readonly number[]; readonly groupIds: readonly number[] }
  /** One a line. */
  readonly identifiers: string
  readonly translations: Names
}

/** Returns the values of a reason to edit. */
export function valuesOf(reason: Reason, locale: string): ReasonValues {
  const code = reason.maximumAllowedDuration?.measurementUnit.code ?? 'min'
  return {
    name: reason.originalName,
    color: reason.color,
    groupId: reason.groupId == null ? '' : String(reason.groupId),
    category: reason.category,
    type: reason.type,
    activityTypes: reason.activityTypes,
    includeInOeeCalculation: reason.includeInOeeCalculation,
    isSmallStop: reason.isSmallStop,
    isDefaultPlanned: reason.isDefaultPlanned,
    isManualAllowed: !reason.deniedManualEnter,
    requireExtraNotes: reason.requireExtraNotes,
    hasMaximumAllowedDuration: reason.hasMaximumAllowedDuration,
    maximumAllowedDuration: numberText(reason.maximumAllowedDuration?.value ?? null, locale),
    unit: isTimeUnit(code) ? code : 'min',
    linkType: reason.linkType,
    links: {
      workCenterIds: reason.links.flatMap((link) => link.workCenterId ?? []),
      groupIds: reason.links.flatMap((link) => link.workCenterGroupId ?? []),
    },
    identifiers: reason.identifiers.join('\n'),
    translations: namesOf(reason.translations),
  }
}

/** Returns the values of a new reason of that colour. */
export function newValues(color: string, groupId: number | null): ReasonValues {
  return {
    name: '',
    color,
    groupId: groupId === null ? '' : String(groupId),
    category: 'AVAILABILITY',
    type: 'UNPLANNED',
    activityTypes: [],
    includeInOeeCalculation: true,
    isSmallStop: false,
    isDefaultPlanned: false,
    isManualAllowed: true,
    requireExtraNotes: false,
    hasMaximumAllowedDuration: false,
    maximumAllowedDuration: '',
    unit: 'min',
    linkType: 'COMPANY',
    links: { workCenterIds: [], groupIds: [] },
    identifiers: '',
    translations: namesOf([]),
  }
}

/** Returns the input that saves the values; identifiers that a link had before stay with it. */
export function inputOf(values: ReasonValues, before: Pick<Reason, 'links'> | null, locale: string): CreateLossReasonInput {
  const identifierOf = (workCenterId: number | null, groupId: number | null) =>
    before?.links.find((link) => (link.workCenterId ?? null) === workCenterId && (link.workCenterGroupId ?? null) === groupId)
      ?.identifier ?? null
  const { workCenterIds, groupIds } = values.links
  const links = {
    COMPANY: [],
    WORK_CENTER: workCenterIds.map((id) => ({ workCenterId: id, identifier: identifierOf(id, null) })),
    WORK_CENTER_GROUP: groupIds.map((id) => ({ workCenterGroupId: id, identifier: identifierOf(null, id) })),
  }[values.linkType]
  return {
    name: values.name.trim(),
    color: values.color.trim(),
    groupId: values.groupId === '' ? null : Number(values.groupId),
    category: values.category,
    type: values.type,
    activityTypes: [...values.activityTypes],
    includeInOeeCalculation: values.includeInOeeCalculation,
    isSmallStop: values.isSmallStop,
    isDefaultPlanned: values.isDefaultPlanned,
    deniedForManualEnter: !values.isManualAllowed,
    requireExtraNotes: values.requireExtraNotes,
    hasMaximumAllowedDuration: values.hasMaximumAllowedDuration,
    maximumAllowedDuration: readNumber(values.maximumAllowedDuration, locale),
    maximumAllowedDurationMeasurementUnitId: MEASUREMENT_UNITS.find(({ code }) => code === values.unit)?.id ?? null,
    linkType: values.linkType,
    links,
    identifiers: values.identifiers
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    translations: translationsOf(values.translations),
  }
}

/** Returns what is wrong with the values, by the rules that the server has. */
export function problemsOfReason(values: ReasonValues, locale: string): readonly FieldProblem[] {
  const { linkType, links } = values
  const linked = linkType === 'WORK_CENTER' ? links.workCenterIds : links.groupIds
  return [
    ...problemsOfName(values),
    ...problemsOfMaximum(values, locale),
    ...(linkType !== 'COMPANY' && linked.length === 0 ? [{ code: 'LOSS_REASON_LINK_REQUIRED', field: 'links', params: { linkType } }] : []),
    ...(values.isDefaultPlanned && (values.type !== 'PLANNED' || values.category === 'QUALITY')
      ? [{ code: 'LOSS_REASON_NOT_PLANNED', field: 'isDefaultPlanned' }]
      : []),
    ...tooLong('identifiers', values.identifiers.split('\n'), 100),
    ...tooLong('translations', Object.values(values.translations), NAME_MAX_LENGTH),
  ]
}

/** Returns what is wrong with a name and a colour, of a reason or of a group. */
export function problemsOfName({ name, color }: { readonly name: string; readonly color: string }): readonly FieldProblem[] {
  return [
    ...(name.trim() === '' ? [{ code: 'REQUIRED', field: 'name' }] : tooLong('name', [name], NAME_MAX_LENGTH)),
    ...(color.trim() === '' ? [{ code: 'REQUIRED', field: 'color' }] : []),
    ...(color.trim() !== '' && !isColor(color.trim()) ? [{ code: 'INVALID_FORMAT', field: 'color', params: { example: '#2E6FDB' } }] : []),
  ]
}

/** Returns where people can choose a reason with these values, or rules give it. */
export function offeredAt(values: ReasonValues, places: readonly Place[]): readonly Place[] {
  const links = [
    ...values.links.workCenterIds.map((workCenterId) => ({ workCenterId, workCenterGroupId: null })),
    ...values.links.groupIds.map((workCenterGroupId) => ({ workCenterId: null, workCenterGroupId })),
  ]
  const offer = { ...values, links, isHidden: false, isDeleted: false, deniedForManualEnter: !values.isManualAllowed }
  return places.filter((place) => isOfferedAt(offer, placeAt(place)))
}

/** Returns the names by their languages, empty where there is none. */
export function namesOf(translations: readonly { readonly languageCode: string; readonly name: string }[]): Names {
  const nameIn = (language: Language) => translations.find((one) => one.languageCode === language)?.name ?? ''
  return { en: nameIn('en'), uk: nameIn('uk'), pl: nameIn('pl'), ru: nameIn('ru'), es: nameIn('es'), uz: nameIn('uz') }
}

/** Returns the names as the server takes them, those that are not empty. */
export function translationsOf(names: Names): { readonly languageId: number; readonly name: string }[] {
  return LANGUAGES.map((language, index) => ({ languageId: index + 1, name: names[language].trim() })).filter(({ name }) => name !== '')
}

function problemsOfMaximum(
  { hasMaximumAllowedDuration, maximumAllowedDuration, unit }: ReasonValues,
  locale: string,
): readonly FieldProblem[] {
  const field = 'maximumAllowedDuration'
  const value = readNumber(maximumAllowedDuration, locale)
  if (value === null) return hasMaximumAllowedDuration ? [{ code: 'REQUIRED', field }] : []
  if (Number.isNaN(value)) return [{ code: 'NOT_A_NUMBER', field }]
  const [min, max] = [1000 / TIME_UNIT_MS[unit], (31 * DAY_MS) / TIME_UNIT_MS[unit]]
  return value < min || value > max ? [{ code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: Number(min.toPrecision(2)), max } }] : []
}

function tooLong(field: string, texts: readonly string[], max: number): readonly FieldProblem[] {
  return texts.some((text) => text.trim().length > max) ? [{ code: 'LENGTH_OUT_OF_RANGE', field, params: { min: 1, max } }] : []
}
