import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import { verdictOf } from '#engine/access/routeGuards.ts'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import { answerKey } from './goTo.ts'

/** Listens for the keys of every page: Ctrl or ⌘ with K opens the palette, `?` help, `g` and a letter a page that the viewer may open. */
export function useKeys(onPalette: () => void, onHelp: () => void): void {
  const router = useRouter()
  const viewer = useViewer()
  const isScreen = useIsScreen()
  useEffect(() => {
    let begunAt: number | null = null
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
        return
      }
      if (!isSingleKey(event) || event.key === 'Shift') return
      const answer = answerKey(event.key, event.timeStamp, begunAt)
      begunAt = answer.begunAt
      if (answer.does === 'help') onHelp()
      else if (answer.does !== null) {
        const { path } = answer.does
        if (verdictOf(path, { ...viewer, isScreen: isScreen(path) }).kind === 'open') void router.navigate({ to: path })
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [router, viewer, isScreen, onPalette, onHelp])
}
