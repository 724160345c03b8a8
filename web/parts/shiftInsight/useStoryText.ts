import type { StoryFieldsFragment } from '#web/api/generated/graphql.ts'
import type { Translate } from '#web/texts/translate.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'

type StoryContext = {
  readonly t: Translate<'shiftInsight'>
  readonly format: Format
  /** Of good units. */
  readonly unit: string
}

/** One decimal: points are compared with figures that are shown with one. */
const DIGITS = 1

/** Returns how a sentence of the story of a shift is said; hours are those of the format's zone. */
export function useStoryText({ format, unit }: Omit<StoryContext, 't'>): (sentence: StoryFieldsFragment) => string {
  const { t } = useTexts('shiftInsight')
  return (sentence) => storyText(sentence, { t, format, unit })
}

function storyText(sentence: StoryFieldsFragment, context: StoryContext): string {
  switch (sentence.kind) {
    case 'RESULT':
      return [oeeText(sentence, context), goodText(sentence, context)].filter((part) => part !== '').join(' ')
    case 'LOSS':
      return lossText(sentence, context)
    case 'AGAINST_USUAL':
      return usualText(sentence, context)
    case 'WEAK_HOURS':
      return context.t('weakHours', { hours: sentence.hours.map((hour) => hourText(hour, context)).join(', ') })
    case 'CAVEAT':
      return context.t('caveat', { what: caveats(sentence, context).join('; ') })
  }
}

function oeeText({ oee, targetOee }: StoryFieldsFragment, { t, format }: StoryContext): string {
  if (oee == null) return ''
  const shown = format.percentOf(oee.exactValue, DIGITS)
  if (targetOee == null) return t('oee', { oee: shown })
  const gap = tenths(oee.exactValue) - tenths(targetOee.exactValue)
  const said = { oee: shown, gap: format.number(Math.abs(gap) / 10, DIGITS), target: format.percentOf(targetOee.exactValue, DIGITS) }
  if (gap === 0) return t('oeeAt', said)
  return gap > 0 ? t('oeeAbove', said) : t('oeeBelow', said)
}

function goodText({ goodOutput, planOutput }: StoryFieldsFragment, { t, format, unit }: StoryContext): string {
  if (goodOutput == null) return ''
  const good = `${format.number(goodOutput)} ${unit}`
  if (planOutput == null || planOutput <= 0) return t('good', { good })
  return t('goodOfPlan', { good, plan: format.number(planOutput), share: format.percent(goodOutput / planOutput) })
}

function lossText({ cause, reason, points, duration, count, longest }: StoryFieldsFragment, { t, format }: StoryContext): string {
  const name = cause === 'REASON' ? (reason?.name ?? t('cause.REASON')) : t(`cause.${cause ?? 'UNEXPLAINED'}`)
  const cost = format.number(points?.exactValue ?? 0, DIGITS)
  const lasted = format.duration((duration ?? 0) * 1000)
  if (count == null || count === 0) return t('loss', { name, points: cost, duration: lasted })
  if (count === 1) return t('lossOnce', { name, points: cost, duration: lasted })
  return t('lossOften', { name, points: cost, duration: lasted, count, longest: format.duration((longest ?? 0) * 1000) })
}

function usualText({ oee, median, shifts }: StoryFieldsFragment, { t, format }: StoryContext): string {
  const gap = tenths(oee?.exactValue ?? 0) - tenths(median?.exactValue ?? 0)
  return t(gap > 0 ? 'betterThanUsual' : 'worseThanUsual', {
    gap: format.number(Math.abs(gap) / 10, DIGITS),
    median: format.percentOf(median?.exactValue, DIGITS),
    count: shifts ?? 0,
  })
}

function hourText({ timeStart, mainCause, mainReason }: StoryFieldsFragment['hours'][number], { t, format }: StoryContext): string {
  const time = format.time(Date.parse(timeStart))
  return mainCause == null ? time : `${time} (${mainReason?.name ?? t(`cause.${mainCause}`)})`
}

function caveats({ coverage, explained, issues, revision }: StoryFieldsFragment, { t, format }: StoryContext): readonly string[] {
  return [
    ...(coverage == null ? [] : [t('coverage', { share: format.percent(coverage) })]),
    ...(explained == null ? [] : [t('explained', { share: format.percent(explained) })]),
    ...issues.map((issue) => t(`issueShort.${issue}`)),
    ...(revision == null ? [] : [t('revision', { revision })]),
  ]
}

/** Tenths of a percent as they are shown, so that a reader can subtract. */
function tenths(percent: number): number {
  return Math.round(percent * 10)
}
