import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { ShiftsOfScheduleDocument } from '#web/api/generated/graphql.ts'
import { wrongPeriodKeys } from '#engine/time/periodChoice.ts'
import { PeriodPicker, type PeriodPickerProps } from '#web/parts/period/PeriodPicker.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './PageActions.module.css'

type PeriodOfPageProps = Omit<PeriodPickerProps, 'shifts'> & { readonly workCenterId: number }

/** Returns the period of the page with the shifts of the machine's schedule, and a note where the address named one that means nothing. */
export function PeriodOfPage({ workCenterId, ...props }: PeriodOfPageProps) {
  const { t } = useTexts('page')
  const search = useSearch({ from: '/boxes/$deviceId' })
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const [schedule] = useQuery({ query: ShiftsOfScheduleDocument, variables: { workCenterId }, requestPolicy: 'cache-first' })
  const shifts = schedule.data?.shiftSchedules
  const isUnknown = shifts !== undefined && props.choice.shiftId !== null && !shifts.some(({ shiftId }) => shiftId === props.choice.shiftId)
  const wrong = [...wrongPeriodKeys(search), ...(isUnknown ? (['shift'] as const) : [])]
  const drop = () => {
    const kept = Object.fromEntries(Object.entries(search).filter(([key]) => !wrong.some((one) => one === key)))
    void navigate({ to: '.', search: kept, replace: true })
  }
  return (
    <>
      <PeriodPicker {...props} shifts={shifts ?? []} />
      {wrong.length > 0 && (
        <button type="button" className={classes['chip']} onClick={drop}>
          {t('wrongPeriod', { value: wrong.map((key) => `${key}=${search[key] ?? ''}`).join(', ') })} <Icon name="close" size={14} />
        </button>
      )}
    </>
  )
}
