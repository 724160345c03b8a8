import type { ReportHeadline } from './headline.ts'
import type { ReportNames } from './reportNames.ts'
import { filled } from './reportWords.ts'

/** Returns the sentences of all energy, with what it was before where that is known, and what it cost in each currency. */
export function energySentences(
  { kwh, compared, before, costs }: Pick<Extract<ReportHeadline, { readonly kind: 'ENERGY' }>, 'before' | 'compared' | 'costs' | 'kwh'>,
  { texts: { energy: words }, language }: Pick<ReportNames, 'language' | 'texts'>,
): readonly string[] {
  const number = (value: number, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options).format(value)
  const value = number(kwh, { maximumFractionDigits: 1 })
  const change = compared === null || before === null || before <= 0 ? null : (compared - before) / before
  const money = costs.map(({ cost, currency }) => `${number(cost, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`)
  return [
    change === null || before === null
      ? filled(words.whole, { value })
      : filled(words.compared, {
          value,
          before: number(before, { maximumFractionDigits: 1 }),
          change: number(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
        }),
    ...(money.length === 0 ? [] : [filled(words.costs, { value: money.join(' + ') })]),
  ]
}
