import { useMemo } from 'react'
import { useQuery } from 'urql'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { PreviewChecklistFrequencyDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ChecklistForm.module.css'
import { type ChecklistValues, frequencyOf } from './checklistForm.view.ts'

type FrequencyPreviewProps = {
  readonly values: ChecklistValues
  readonly place: { readonly id: number; readonly name: string; readonly timeZone: string }
}

const SHOWN = 24

/** Returns when the checklist would have come at a machine in the last 24 hours, while it is edited; nothing while the frequency is not whole. */
export function FrequencyPreview({ values, place }: FrequencyPreviewProps) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const format = useZoneFormat(place.timeZone)
  const now = useCoarseNow(HOUR_MS)
  const asked = JSON.stringify(frequencyOf(values, locale))
  const variables = useMemo(() => {
    // As text, since it is made anew with each letter that is typed.
    const frequency: ReturnType<typeof frequencyOf> = JSON.parse(asked)
    return {
      frequency,
      workCenterIds: [place.id],
      period: { start: new Date(now - DAY_MS).toISOString(), end: new Date(now).toISOString() },
    }
  }, [asked, place.id, now])
  const [result] = useQuery({ query: PreviewChecklistFrequencyDocument, variables })
  const times = result.data?.previewChecklistFrequency.map(({ dueAt }) => format.time(Date.parse(dueAt)))
  if (times === undefined || result.error !== undefined) return null
  return (
    <p role="status" className={classes['preview']} aria-busy={result.fetching}>
      {t('preview', { count: times.length, name: place.name })}
      {times.length > 0 && ` ${times.slice(0, SHOWN).join(' · ')}${times.length > SHOWN ? ' …' : ''}`}
    </p>
  )
}
