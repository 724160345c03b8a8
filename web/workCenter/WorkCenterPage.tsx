import { useParams } from '@tanstack/react-router'

/** Returns the page of one work center. */
export function WorkCenterPage() {
  const { deviceId } = useParams({ strict: false })
  return <h1 tabIndex={-1}>{deviceId}</h1>
}
