import { useEffect } from 'react'

/** Keeps the screen on while the component is shown, where the browser can; it lets go of the lock whenever the page is hidden, so it is asked for again. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const ask = async () => {
      if (isOver || !('wakeLock' in navigator) || document.visibilityState !== 'visible') return
      const next = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void next?.release()
      else lock = next
    }
    const onVisible = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
