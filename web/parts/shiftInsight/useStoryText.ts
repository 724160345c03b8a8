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

/** Figures of a story that lead to what they were counted from. */
export type StoryFigure = 'coverage' | 'explained' | 'good' | 'hour' | 'loss' | 'oee'

/** A piece of a sentence; with a figure it leads to what that was counted from, for an hour with its start. */
export type StoryPiece = { readonly text: string; readonly figure: StoryFigure | null; readonly hour: string | null }

// Private characters around a figure, so that a sentence stays one text that languages order as they like.
const [OPEN, NAMED, CLOSE] = ['\uE000', '\uE001', '\uE002']

/** One decimal: points are compared with figures that are shown with one. */
const DIGITS = 1

/** Returns how a sentence of the story of a shift is said, in pieces; hours are those of the format's zone. */
export function useStoryText({ format, unit }: Omit<StoryContext, 't'>): (sentence: StoryFieldsFragment) => readonly StoryPiece[] {
  const { t } = useTexts('shiftInsight')
  return (sentence) => piecesOf(storyText(sentence, { t, format, unit }))
}

/** Returns the text as a figure that leads somewhere. */
export function marked(figure: StoryFigure, text: string, hour = ''): string {
  return `${OPEN}${figure} ${hour}${NAMED}${text}${CLOSE}`
}

/** Returns the pieces of a text with marked figures. */
export function piecesOf(text: string): readonly StoryPiece[] {
  return text.split(OPEN).flatMap((part): StoryPiece[] => {
    const [named = '', rest] = part.split(NAMED)
    if (rest === undefined) return part === '' ? [] : [{ text: part, figure: null, hour: null }]
    const [inner = '', after = ''] = rest.split(CLOSE)
    const [figure = '', hour = ''] = named.split(' ')
    return [
      { text: inner, figure: FIGURES.find((one) => one === figure) ?? null, hour: hour === '' ? null : hour },
      ...(after === '' ? [] : [{ text: after, figure: null, hour: null }]),
    ]
  })
}

const FIGURES: readonly StoryFigure[] = ['coverage', 'explained', 'good', 'hour', 'loss', 'oee']

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
  const shown = marked('oee', format.percentOf(oee.exactValue, DIGITS))
  if (targetOee == null) return t('oee', { oee: shown })
  const gap = tenths(oee.exactValue) - tenths(targetOee.exactValue)
  const said = { oee: shown, gap: format.number(Math.abs(gap) / 10, DIGITS), target: format.percentOf(targetOee.exactValue, DIGITS) }
  if (gap === 0) return t('oeeAt', said)
  return gap > 0 ? t('oeeAbove', said) : t('oeeBelow', said)
}

function goodText({ goodOutput, planOutput }: StoryFieldsFragment, { t, format, unit }: StoryContext): string {
  if (goodOutput == null) return ''
  const good = marked('good', `${format.number(goodOutput)} ${unit}`)
  if (planOutput == null || planOutput <= 0) return t('good', { good })
  return t('goodOfPlan', { good, plan: format.number(planOutput), share: format.percent(goodOutput / planOutput) })
}

function lossText({ cause, reason, points, duration, count, longest }: StoryFieldsFragment, { t, format }: StoryContext): string {
  const name = cause === 'REASON' ? (reason?.name ?? t('cause.REASON')) : t(`cause.${cause ?? 'UNEXPLAINED'}`)
  const cost = format.number(points?.exactValue ?? 0, DIGITS)
  const lasted = marked('loss', format.duration((duration ?? 0) * 1000))
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
  const time = marked('hour', format.time(Date.parse(timeStart)), timeStart)
  return mainCause == null ? time : `${time} (${mainReason?.name ?? t(`cause.${mainCause}`)})`
}

function caveats({ coverage, explained, issues, revision }: StoryFieldsFragment, { t, format }: StoryContext): readonly string[] {
  return [
    ...(coverage == null ? [] : [t('coverage', { share: marked('coverage', format.percent(coverage)) })]),
    ...(explained == null ? [] : [t('explained', { share: marked('explained', format.percent(explained)) })]),
    ...issues.map((issue) => t(`issueShort.${issue}`)),
    ...(revision == null ? [] : [t('revision', { revision })]),
  ]
}

/** Tenths of a percent as they are shown, so that a reader can subtract. */
function tenths(percent: number): number {
  return Math.round(percent * 10)
}
