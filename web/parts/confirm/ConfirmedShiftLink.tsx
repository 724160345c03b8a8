import { Link } from '@tanstack/react-router'
import { mayReadShifts } from '#engine/shift/mayEditShift.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { type Refused, shiftOf } from './confirmedShift.view.ts'

/** Returns the way to the confirmed shift that stands in the way, where it is reopened; nothing where no refusal names one. */
export function ConfirmedShiftLink({ problems }: { readonly problems: readonly Refused[] }) {
  const { t } = useTexts('furtherProblem')
  // A day is that of no clock.
  const format = useZoneFormat('UTC')
  const shift = shiftOf(problems)
  const mayRead = mayReadShifts(useViewer())
  if (shift === null || !mayRead) return null
  return (
    <p>
      <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.shiftId) }}>
        {t('openShift', { shift: shift.shift, day: format.day(Date.parse(shift.day)) })}
      </Link>
    </p>
  )
}
