import { Suspense } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import type { RejectSheetProps } from '#web/parts/confirm/RejectSheet.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { OrderSheetsState } from './orderSheets.ts'

const ConfirmHere = lazyPart<ConfirmHereProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ConfirmHere.tsx')).then((loaded) => ({ default: loaded.ConfirmHere })),
)

const RejectSheet = lazyPart<RejectSheetProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/RejectSheet.tsx')).then((loaded) => ({ default: loaded.RejectSheet })),
)

type OrderSheetsProps = {
  readonly sheets: OrderSheetsState
  readonly workCenterId: number
  readonly place: string
  readonly isLarge: boolean
  /** The order that is confirmed where nobody says which; null = none is in progress. */
  readonly likely: number | null
  readonly onChanged: () => void
}

/** Returns the sheets in which people at a machine say what was made and what was rejected; shown to who may confirm output. */
export function OrderSheets({ sheets, likely, ...props }: OrderSheetsProps) {
  const { confirming } = sheets
  return (
    <Suspense>
      <ConfirmHere
        {...props}
        jobOrderId={confirming === 'NONE' ? null : confirming}
        isWithoutOrder={confirming === 'NONE'}
        likely={likely}
        containerCode={sheets.container}
        scannedReason={sheets.reason}
        confirmed={sheets.confirmed}
        onTakenBack={sheets.takeBack}
        onClose={sheets.closeConfirm}
      />
      <RejectSheet
        {...props}
        jobOrderId={sheets.rejecting}
        scanned={sheets.scanned}
        onClose={sheets.closeReject}
        onMore={sheets.confirmRejects}
      />
    </Suspense>
  )
}
