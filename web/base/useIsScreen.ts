import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Returns whether a screen exists at a path. The rest of a path that only begins like a screen's is its `**`. */
export function useIsScreen(): (path: string) => boolean {
  const router = useRouter()
  return useCallback(
    (path) => {
      const [, params, route] = router.getMatchedRoutes(path)
      return route !== undefined && params['**'] === undefined
    },
    [router],
  )
}
