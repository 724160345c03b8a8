import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Tells the service worker that this window shows the messages, and opens here the one that somebody tapped on (web/public/push.js). */
export function useMessageTaps(showsInbox: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    // Missing where the page came by http.
    const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker
    if (!showsInbox || worker === undefined) return undefined
    const listen = ({ data, ports }: MessageEvent<{ readonly asks?: unknown; readonly opens?: unknown } | null>) => {
      if (data?.asks === 'INBOX') ports[0]?.postMessage(true)
      if (typeof data?.opens !== 'string') return
      const { pathname, searchParams } = new URL(data.opens, location.origin)
      const [id, company] = [searchParams.get('id') ?? '', searchParams.get('company') ?? '']
      if (pathname === '/notifications') void navigate({ to: '/notifications', search: { tab: 'open', id, company } })
    }
    worker.addEventListener('message', listen)
    return () => worker.removeEventListener('message', listen)
  }, [showsInbox, navigate])
}
