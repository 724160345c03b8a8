import { z } from 'zod'
import { MEASURES } from '#engine/analytics/dimensions.ts'
import { durationText } from './clockText.ts'
import type { ReportNames } from './reportNames.ts'
import { energySentences } from './energySentences.ts'
import { filled } from './reportWords.ts'
import { wholeSentence } from './viewSentence.ts'

/** An e-mail cuts its values; the name of a reason is cut before, so that no duration is. */
const NAME_LENGTH = 25

const percent = z.number().nullable()

/** What an e-mail says of a report: its factors in percent, stopped time in ms with the reasons of most of it, all that a view is about, or energy in kWh with what it cost. */
export const reportHeadline = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('OEE'),
    oee: percent,
    /** What of it is compared: of a period that goes on, the shifts that are over; left out = all, as it was told before. */
    compared: percent.optional(),
    /** Of the period before; null = there is none. */
    before: percent,
    availability: percent,
    performance: percent,
    quality: percent,
  }),
  z.strictObject({
    kind: z.literal('STOPS'),
    stoppedMs: z.number(),
    most: z.array(z.strictObject({ name: z.string(), ms: z.number() })),
  }),
  z.strictObject({
    kind: z.literal('ENERGY'),
    kwh: z.number(),
    compared: z.number().nullable(),
    before: z.number().nullable(),
    costs: z.array(z.strictObject({ cost: z.number(), currency: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('VIEW'),
    measure: z.enum(MEASURES),
    unit: z.string().nullable(),
    value: z.number().nullable(),
    compared: z.number().nullable(),
    before: z.number().nullable(),
    /** Dates that somebody chose to compare with, the last not included; left out = those before. */
    against: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  }),
])
export type ReportHeadline = z.infer<typeof reportHeadline>

/** Returns the headline in words of the language: its figure, and what it is made of. */
export function headlineWords(
  headline: ReportHeadline,
  { texts, language }: Pick<ReportNames, 'language' | 'texts'>,
): readonly [string, string] {
  const { mail } = texts
  const number = (value: number, signDisplay: 'auto' | 'exceptZero' = 'auto') =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay }).format(value)
  const share = (value: number | null) => (value === null ? '–' : `${number(value)} %`)
  if (headline.kind === 'STOPS') {
    const most = headline.most.map(({ name, ms }) => `${cutName(name)} ${durationText(ms)}`)
    return [
      filled(mail.stopped, { duration: durationText(headline.stoppedMs) }),
      most.length === 0 ? '' : filled(mail.most, { what: most.join(', ') }),
    ]
  }
  if (headline.kind === 'VIEW') return [wholeSentence(headline, { texts, language }), '']
  if (headline.kind === 'ENERGY') {
    const [whole = '', costs = ''] = energySentences(headline, { texts, language })
    return [whole, costs]
  }
  const { oee, compared = oee, before, availability, performance, quality } = headline
  const change = compared === null || before === null ? '' : filled(mail.change, { points: number(compared - before, 'exceptZero') })
  return [
    filled(mail.oee, { oee: share(oee), change }).trim(),
    filled(mail.factors, { availability: share(availability), performance: share(performance), quality: share(quality) }),
  ]
}

function cutName(name: string): string {
  const characters = Array.from(name)
  return characters.length > NAME_LENGTH
    ? `${characters
        .slice(0, NAME_LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : name
}
