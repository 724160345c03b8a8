import { useState } from 'react'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import type { ConfirmedHere } from '#web/parts/confirm/ConfirmSheet.tsx'
import type { ScannedReason } from '#web/parts/confirm/RejectSheet.tsx'
import { type Booked, stillBooked } from './orderPanel.view.ts'

export type OrderSheetsState = ReturnType<typeof useOrderSheets>

/** Returns which sheet of output is open at a panel, for which order and with what was scanned for it, and what was confirmed without a sheet. */
export function useOrderSheets(running: readonly PanelOrderFragment[], refetch: () => void) {
  const [confirming, setConfirming] = useState<number | 'NONE' | null>(null)
  const [container, setContainer] = useState<string | null>(null)
  const [reason, setReason] = useState<number | null>(null)
  const [rejecting, setRejecting] = useState<number | null>(null)
  const [scanned, setScanned] = useState<readonly ScannedReason[]>([])
  const [booked, setBooked] = useState<readonly Booked[]>([])
  const [confirmed, setConfirmed] = useState<ConfirmedHere | null>(null)
  const left = stillBooked(booked, running)
  if (left !== booked) setBooked(left)
  const closeReject = () => {
    setRejecting(null)
    setScanned([])
  }
  return {
    /** The order of which output is confirmed; NONE = what has no order, null = none is. */
    confirming,
    container,
    reason,
    /** The order of which rejects are said; null = of none. */
    rejecting,
    scanned,
    confirmed,
    confirm: setConfirming,
    /** Confirms of the order into the container. */
    fill: (orderId: number, code: string | null) => {
      setContainer(code)
      setConfirming(orderId)
    },
    closeConfirm: () => {
      setConfirming(null)
      setContainer(null)
      setReason(null)
    },
    reject: setRejecting,
    closeReject,
    /** Adds what was scanned to the open sheet of rejects, or opens it for the order. */
    scanReason: (reasonId: number, orderId: number | null) => {
      setScanned((before) => [...before, { reasonId }])
      if (rejecting === null && orderId !== null) setRejecting(orderId)
    },
    /** More is to be said than one reject: the sheet of output goes on with its reason. */
    confirmRejects: (reasonId: number | null) => {
      setReason(reasonId)
      setConfirming(rejecting)
      closeReject()
    },
    isBooked: (orderId: number) => booked.some((one) => one.orderId === orderId),
    /** A full container was confirmed with one tap: what waits to be sent is taken off what is full at once. */
    book: (order: Pick<PanelOrderFragment, 'acceptedOutput' | 'id'>, done: ConfirmedHere) => {
      if (done.confirmationIds.length > 0) setBooked([...booked, { orderId: order.id, acceptedOutput: order.acceptedOutput }])
      setConfirmed(done)
      refetch()
    },
    takeBack: () => setBooked([]),
  }
}
