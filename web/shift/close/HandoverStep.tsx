import type { ReactNode } from 'react'
import { mayWriteNotes } from '#engine/shift/handover.ts'
import type { ClosingOfShiftQuery, OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Handover } from '#web/parts/handover/Handover.tsx'
import { ShiftStory } from '#web/parts/shiftInsight/ShiftStory.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'

type HandoverStepProps = {
  readonly shift: OpenedShiftFragment
  readonly told: NonNullable<ClosingOfShiftQuery['told']>
  readonly unit: string
  readonly children: ReactNode
}

/** Returns the story of the shift as its report will tell it, and what it leaves to the next one. */
export function HandoverStep({ shift, told, unit, children }: HandoverStepProps) {
  const format = useFormat()
  const viewer = useViewer()
  const { workCenterId, shiftDate, shiftId } = shift
  return (
    <>
      <ShiftStory sentences={told.story} format={format} unit={unit} />
      <Handover
        workCenterId={workCenterId}
        shift={{ shiftDate, shiftId }}
        handover={told}
        mayWrite={mayWriteNotes(viewer, viewer.role)}
        format={format}
      />
      <div className={classes['buttons']}>{children}</div>
    </>
  )
}
