import { useParams } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ShiftOpenedDocument } from '#web/api/generated/graphql.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { SegmentPageContext } from '#web/parts/timeline/segmentPage.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { FormatContext } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import type { ClosingAssistantProps } from '../close/ClosingAssistant.tsx'
import { SHIFT_SEARCH } from '../shiftSearch.ts'
import { dateText } from '../list/ShiftCell.tsx'
import { NoShift } from './NoShift.tsx'
import { ShiftReport } from './ShiftReport.tsx'

/** Who reads a report closes no shift. */
const ClosingAssistant = lazyPart<ClosingAssistantProps>(() =>
  import('../close/ClosingAssistant.tsx').then((module) => ({ default: module.ClosingAssistant })),
)

const OF_SHIFT: readonly RecordKind[] = ['loss', 'output', 'shift']
/** The figures of a shift in progress grow without any record being closed. */
const RUNNING_MS = 30_000
/** Ids are 32-bit integers; anything else names no shift. */
const ID = /^[1-9][0-9]{0,9}$/

/** Returns the report of one shift, or with `close=1` what closes it. A shift whose id is not known is found by its work center, date and number. */
export function ShiftPage() {
  const { t } = useTexts('shift')
  const { shiftId } = useParams({ from: '/shifts/$shiftId' })
  const url = useListSearch(SHIFT_SEARCH)
  const { search } = url
  const variables = useMemo(() => {
    const id = ID.test(shiftId) && Number(shiftId) <= 0x7f_ff_ff_ff ? Number(shiftId) : null
    const number = /^\d{1,5}$/.test(search.shift ?? '') ? Number(search.shift) : null
    const [workCenterId] = search.workCenterId
    return {
      id,
      ...(number !== null &&
        number <= 0x7f_ff &&
        workCenterId !== undefined &&
        search.shiftDate !== '' && { workCenterId, shiftDate: search.shiftDate, shiftId: number }),
    }
  }, [shiftId, search.shift, search.workCenterId, search.shiftDate])
  const isNamed = variables.id !== null || variables.workCenterId !== undefined
  const [result, ask] = useFreshQuery(
    ShiftOpenedDocument,
    variables,
    { workCenterIds: null, kinds: OF_SHIFT },
    { pause: !isNamed, everyMs: RUNNING_MS },
  )
  const shift = result.data?.shift ?? null
  const format = useZoneFormat(shift?.workCenter.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  usePageTitle(shift === null ? t('page.shifts') : `${shift.name}, ${dateText(format, shift.shiftDate)} · ${shift.workCenter.name}`)
  if (result.error && result.data === undefined) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  if (isNamed && result.data === undefined) return isSlow ? <p role="status">{t('state.loading')}</p> : null
  if (shift === null || shift.id == null) return <NoShift workCenterId={search.workCenterId[0] ?? null} date={search.shiftDate} />
  return (
    <FormatContext value={format}>
      <SegmentPageContext value={shift.workCenter.deviceId ?? null}>
        {search.close ? (
          <Suspense fallback={null}>
            <ClosingAssistant key={shift.id} shift={shift} id={shift.id} url={url} onChanged={ask} />
          </Suspense>
        ) : (
          <ShiftReport key={shift.id} shift={shift} id={shift.id} onChanged={ask} />
        )}
      </SegmentPageContext>
    </FormatContext>
  )
}
