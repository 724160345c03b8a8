import { ORDER_FIELDS } from '#engine/integration/rest/restSettings.ts'
import type { IntegrationRunFactsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'

const REFUSED = ['NO_PLACE', 'NO_PRODUCT', 'OTHER_UNIT', 'UNREAD'] as const

type RefusedLinesProps = { readonly refused: IntegrationRunFactsFragment['refused']; readonly most?: number }

/** Returns a line for each order that an import refused, with the reason. */
export function RefusedLines({ refused, most = refused.length }: RefusedLinesProps) {
  const { t } = useTexts('integration')
  const fieldName = (name: string | null | undefined) => {
    const field = ORDER_FIELDS.find((one) => one === name)
    return field === undefined ? (name ?? '') : t(`map.order.${field}`)
  }
  return refused.slice(0, most).map(({ code, problem, field, value }, at) => (
    // Orders without a code are alike.
    <div key={`${code} ${at}`}>
      {code}: {t(`refused.${REFUSED.find((one) => one === problem) ?? 'NO_QUANTITY'}`, { field: fieldName(field), value: value ?? '' })}
    </div>
  ))
}
