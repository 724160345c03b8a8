import { Suspense, useState } from 'react'
import type { JobOrderPlacesQuery, ListedOrderFragment } from '#web/api/generated/graphql.ts'
import { FormatContext, useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import type { RowAction } from './jobOrders.view.ts'
import { ConfirmHere, EndedAtHere, MoveDialog } from './orderDialogs.ts'
import type { OrderActs } from './useOrderActs.ts'

type Order = Pick<ListedOrderFragment, 'id' | 'orderCode' | 'workCenter' | 'workCenterId'>

/** What asks something before it is done with the order of a row. */
export type AskedRow = { readonly action: Extract<RowAction, 'CLOSE_AT' | 'CONFIRM' | 'MOVE' | 'STOP_AT'>; readonly order: Order }

type RowDialogsProps = {
  /** null = nothing is asked. */
  readonly asked: AskedRow | null
  readonly places: JobOrderPlacesQuery['workCenters']
  readonly acts: OrderActs
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Returns what the rows of the list ask before something is done: what is confirmed, where the order goes, when it ended. */
export function RowDialogs({ asked, places, acts, onChanged, onClose }: RowDialogsProps) {
  const own = useFormat()
  // What was confirmed can be taken back once its sheet is closed.
  const [confirmed, setConfirmed] = useState<Order | null>(null)
  const sheet = asked?.action === 'CONFIRM' ? asked.order : null
  if (sheet !== null && sheet !== confirmed) setConfirmed(sheet)
  const shown = sheet ?? confirmed
  // Times are those of the plant.
  const format = useZoneFormat(shown?.workCenter?.timeZone ?? own.timeZone)
  const ending = asked?.action === 'STOP_AT' ? 'STOP' : asked?.action === 'CLOSE_AT' ? 'CLOSE' : null
  return (
    <Suspense>
      {shown !== null && shown.workCenterId !== null && (
        <FormatContext value={format}>
          <ConfirmHere
            key={shown.workCenterId}
            workCenterId={shown.workCenterId}
            jobOrderId={sheet?.id ?? null}
            place={shown.workCenter?.name ?? ''}
            onClose={onClose}
            onChanged={onChanged}
          />
        </FormatContext>
      )}
      {asked?.action === 'MOVE' && (
        <MoveDialog
          order={asked.order}
          places={places.filter(({ id, deviceStatus }) => deviceStatus !== 'ARCHIVE' || id === asked.order.workCenterId)}
          onMoved={onChanged}
          onClose={onClose}
        />
      )}
      {asked !== null && ending !== null && (
        <EndedAtHere
          key={asked.order.id}
          order={asked.order}
          action={ending}
          onEnd={(at) => {
            onClose()
            void acts.run(ending, asked.order, { at })
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
