import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber, checkPattern, checkText } from '#server/workCenter/checkField.ts'
import { checkedTranslations } from './checkTranslations.ts'
import type { LossReasonLink, LossReasonValues } from './lossReason.store.ts'

const NAME = { min: 1, max: 200 }
const COLOR = /^#[0-9a-f]{6}$/i
const MAX_DURATION_MS = 31 * 86_400_000
const MAX_IDENTIFIERS = 50
const IDENTIFIER = { min: 1, max: 100 }

/**
 * Returns the reason as stored: names trimmed, links of its kind only. Refuses a name outside 1 to 200 characters, an invalid colour, a maximum
 * duration outside 1 s to 31 days or missing where required, missing links where it is not linked to the company, and a default planned reason that
 * is unplanned, of quality or hidden.
 */
export function checkedReason(draft: LossReasonValues): LossReasonValues {
  const color = checkPattern('color', draft.color, COLOR, '#3B7DD8')
  if (color === null) throw new Refusal({ code: 'REQUIRED', field: 'color' })
  checkMaximum(draft)
  checkDefault(draft)
  return {
    ...draft,
    name: checkText('name', draft.name, NAME),
    color,
    activityTypes: [...new Set(draft.activityTypes)],
    identifiers: checkedIdentifiers(draft.identifiers),
    links: checkedLinks(draft),
    translations: checkedTranslations(draft.translations, NAME),
  }
}

function checkMaximum({ hasMaximumAllowedDuration, maximumAllowedDurationMs, maximumAllowedDurationUnit }: LossReasonValues): void {
  if (hasMaximumAllowedDuration && maximumAllowedDurationMs === null)
    throw new Refusal({ code: 'REQUIRED', field: 'maximumAllowedDuration' })
  if (maximumAllowedDurationMs === null) return
  const unitMs = TIME_UNIT_MS[maximumAllowedDurationUnit]
  checkNumber('maximumAllowedDuration', maximumAllowedDurationMs / unitMs, { min: 1000 / unitMs, max: MAX_DURATION_MS / unitMs })
}

function checkDefault({ isDefaultPlanned, type, category, isHidden }: LossReasonValues): void {
  if (!isDefaultPlanned) return
  if (type !== 'PLANNED' || category === 'QUALITY' || isHidden)
    throw new Refusal({ code: 'LOSS_REASON_NOT_PLANNED', field: 'isDefaultPlanned' })
}

function checkedIdentifiers(identifiers: readonly string[]): readonly string[] {
  if (identifiers.length > MAX_IDENTIFIERS)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'identifiers', params: { min: 0, max: MAX_IDENTIFIERS } })
  return [...new Set(identifiers.map((text) => checkText('identifiers', text, IDENTIFIER)))]
}

function checkedLinks({ linkType, links }: LossReasonValues): readonly LossReasonLink[] {
  if (linkType === 'COMPANY') return []
  const placeOf = (link: LossReasonLink) => (linkType === 'WORK_CENTER' ? link.workCenterId : link.workCenterGroupId)
  const isOther = (link: LossReasonLink) => placeOf(link) === null || (link.workCenterId !== null && link.workCenterGroupId !== null)
  if (links.length === 0 || links.some(isOther))
    throw new Refusal({ code: 'LOSS_REASON_LINK_REQUIRED', field: 'links', params: { linkType } })
  return [...new Map(links.map((link) => [placeOf(link), link])).values()]
}
