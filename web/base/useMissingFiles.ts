import { useEffect, useRef, useState } from 'react'
import { isReloadDue } from './pageReload.ts'
import { useConnectionStyle, useOutage } from './useConnectionStyle.ts'

const ASK_LIMIT_MS = 10_000

/** What is known of files that could not be loaded: nothing yet, that the server is out of reach, or that it answers and has others: a newer version. */
export type MissingFiles = 'unknown' | 'unreachable' | 'replaced'

/**
 * Returns why the files of a part are missing, and the function that tries again. A newer version is told of only when the server answers. After an
 * outage the page loads itself again, at most once a minute (U-46).
 */
export function useMissingFiles(): { readonly missing: MissingFiles; retry(): void } {
  const [answer, setAnswer] = useState<MissingFiles>('unknown')
  const { status } = useConnectionStyle()
  const isOut = useOutage() !== null || (status !== 'live' && status !== 'connecting')
  useEffect(() => {
    let isCurrent = true
    void isServerThere().then((isThere) => {
      if (isCurrent) setAnswer(isThere ? 'replaced' : 'unreachable')
    })
    return () => {
      isCurrent = false
    }
  }, [])
  const missing = isOut ? 'unreachable' : answer
  const wasLost = useRef(false)
  useEffect(() => {
    if (missing === 'unreachable') wasLost.current = true
    if (status === 'live' && !isOut && wasLost.current && isReloadDue(sessionStorage, Date.now())) location.reload()
  }, [missing, isOut, status])
  const retry = () => {
    setAnswer('unknown')
    void isServerThere().then((isThere) => {
      if (isThere) location.reload()
      else setAnswer('unreachable')
    })
  }
  return { missing, retry }
}

async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ASK_LIMIT_MS) }).catch(() => null)
  return answer?.ok === true
}
