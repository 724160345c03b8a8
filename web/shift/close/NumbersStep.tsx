import { type ReactNode, useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type OeeFactor, type OpenedShiftFragment, ShiftReportDocument } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { WhyThisNumber } from '#web/parts/why/WhyThisNumber.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { reportVariables } from '../report/report.view.ts'
import { ShiftFigures } from '../report/ShiftFigures.tsx'
import classes from './ClosingAssistant.module.css'

type NumbersStepProps = { readonly shift: OpenedShiftFragment; readonly id: number; readonly children: ReactNode }

/** Returns the figures that the confirmation will freeze, each with why it is what it is. */
export function NumbersStep({ shift, id, children }: NumbersStepProps) {
  const { t } = useTexts('shift')
  const unitName = useUnitName()
  const [factor, setFactor] = useState<OeeFactor | null>(null)
  const { shiftDate, shiftId, timeStart, timeEnd, workCenterId } = shift
  const [result] = useFreshQuery(
    ShiftReportDocument,
    useMemo(
      () => reportVariables({ shiftDate, shiftId, timeStart, timeEnd, workCenterId }, id, false),
      [shiftDate, shiftId, timeStart, timeEnd, workCenterId, id],
    ),
    { workCenterIds: [workCenterId], kinds: ['loss', 'output', 'shift'] },
  )
  const unit = result.data?.workCenter == null ? '' : unitName(result.data.workCenter.outputMeasurementUnit)
  return (
    <>
      {result.data && <ShiftFigures shift={shift} report={result.data} unit={unit} onWhy={setFactor} />}
      <div className={classes['buttons']}>{children}</div>
      <SidePanel isOpen={factor !== null} onClose={() => setFactor(null)} side="right" title={t('why.title')} closeLabel={t('state.close')}>
        {factor !== null && (
          <WhyThisNumber
            workCenterId={workCenterId}
            shiftStart={Date.parse(timeStart)}
            unit={unit}
            factor={factor}
            onFactor={setFactor}
            onFollow={() => setFactor(null)}
          />
        )}
      </SidePanel>
    </>
  )
}
