import { useEffect } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { outbox } from '#web/parts/outbox/theOutbox.ts'

/**
 * Opens the outbox for the viewer in the current company. Each screen that keeps what people say does so itself: what sends it comes after the page, and
 * not at all while there is no connection.
 */
export function useOpenOutbox(): void {
  const { id, company } = useViewer()
  const owner = company === null ? null : `${id}@${company.id}`
  useEffect(() => void outbox.open(owner), [owner])
}
