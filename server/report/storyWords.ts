import type { Language } from '#engine/user/language.ts'
import type { StoryHour, StorySentence } from '#engine/shift/shiftStory.ts'
import { durationText } from './clockText.ts'
import { timeText } from './dateWords.ts'
import type { ReportNames } from './reportNames.ts'
import { filled } from './reportWords.ts'

/** Returns a sentence of the story of a shift in the words of the report (domain.md S-93); hours are those of the zone. */
export function storyWords(sentence: StorySentence, names: ReportNames, zone: string): string {
  const { story } = names.texts
  switch (sentence.kind) {
    case 'RESULT':
      return [oeeWords(sentence, names), goodWords(sentence, names)].filter((text) => text !== '').join(' ')
    case 'LOSS':
      return lossWords(sentence, names)
    case 'AGAINST_USUAL': {
      const gap = tenths(sentence.oee) - tenths(sentence.median)
      const said = {
        gap: number(Math.abs(gap) / 10, names.language),
        median: shareText(sentence.median, names.language),
        count: sentence.shifts,
      }
      return filled(gap > 0 ? story.better : story.worse, said)
    }
    case 'WEAK_HOURS':
      return filled(story.weakHours, { hours: sentence.hours.map((hour) => hourWords(hour, names, zone)).join(', ') })
    case 'CAVEAT':
      return filled(story.caveat, { what: caveats(sentence, names).join('; ') })
  }
}

function oeeWords(
  { oee, targetOee }: Extract<StorySentence, { readonly kind: 'RESULT' }>,
  { texts: { story }, language }: ReportNames,
): string {
  if (oee === null) return ''
  const shown = shareText(oee, language)
  if (targetOee === null) return filled(story.oee, { oee: shown })
  const gap = tenths(oee) - tenths(targetOee)
  const said = { oee: shown, gap: number(Math.abs(gap) / 10, language), target: shareText(targetOee, language) }
  return filled(gap === 0 ? story.at : gap > 0 ? story.above : story.below, said)
}

function goodWords(
  { goodUnits, planUnits }: Extract<StorySentence, { readonly kind: 'RESULT' }>,
  { texts: { story }, language }: ReportNames,
): string {
  const good = number(goodUnits, language)
  if (planUnits === null || planUnits <= 0) return filled(story.good, { good })
  return filled(story.goodOfPlan, { good, plan: number(planUnits, language), share: shareText(goodUnits / planUnits, language) })
}

function lossWords(loss: Extract<StorySentence, { readonly kind: 'LOSS' }>, names: ReportNames): string {
  const { story } = names.texts
  const { count, longestMs } = loss
  const said = {
    name: causeWords(loss, names),
    points: number(tenths(loss.points) / 10, names.language),
    duration: durationText(loss.durationMs),
  }
  if (count === null || count === 0 || longestMs === null) return filled(story.loss, said)
  return count === 1 ? filled(story.lossOnce, said) : filled(story.lossOften, { ...said, count, longest: durationText(longestMs) })
}

/** Returns the name of what cost time: the reason, or the cause. */
export function causeWords(
  { cause, reasonId }: Pick<Extract<StorySentence, { readonly kind: 'LOSS' }>, 'cause' | 'reasonId'>,
  { reason, reasonName, texts }: ReportNames,
): string {
  return cause === 'REASON' && reasonId !== null && reason(reasonId) !== null ? reasonName(reasonId) : texts.causes[cause]
}

function hourWords({ start, mainStop }: StoryHour, names: ReportNames, zone: string): string {
  const time = timeText(start, zone)
  return mainStop === null ? time : `${time} (${causeWords(mainStop, names)})`
}

function caveats(
  { dataCoverage, explained, issues, revision }: Extract<StorySentence, { readonly kind: 'CAVEAT' }>,
  { texts, language }: ReportNames,
): readonly string[] {
  const { story } = texts
  return [
    ...(dataCoverage === null ? [] : [filled(story.coverage, { share: shareText(dataCoverage, language) })]),
    ...(explained === null ? [] : [filled(story.explained, { share: shareText(explained, language) })]),
    ...issues.map((issue) => texts.issues[issue]),
    ...(revision === null ? [] : [filled(story.revision, { revision })]),
  ]
}

/** Tenths of a percent as they are shown, so that a reader can subtract. */
function tenths(fraction: number): number {
  return Math.round(fraction * 1000)
}

function shareText(fraction: number, language: Language): string {
  return `${number(tenths(fraction) / 10, language)} %`
}

function number(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
}
