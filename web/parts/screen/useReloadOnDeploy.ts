import { useEffect } from 'react'

const EVERY_MS = 5 * 60_000
/** Screens of a hall do not all come at once. */
const SPREAD_MS = 60_000

/** Reloads the page when the server has a newer version; for screens that nobody touches (U-29). */
export function useReloadOnDeploy(): void {
  useEffect(() => {
    let known: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const version = await versionOfPage()
      if (isOver) return
      if (known !== null && version !== null && version !== known) return location.reload()
      known ??= version
      timer = setTimeout(() => void look(), EVERY_MS + Math.random() * SPREAD_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
}

/** Returns the server's version of the page; null while it does not answer. */
async function versionOfPage(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname, { method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' })
    return answer.ok ? answer.headers.get('etag') : null
  } catch {
    return null
  }
}
