import { useCallback, useEffect, useState } from 'react'
import { logFailure } from '#web/ui/log.ts'
import { useSession } from '#web/base/session.ts'
import { readDocumentation, type Documentation } from './documentation.view.ts'

type Loaded = { readonly documentation: Documentation | null; readonly isFailed: boolean; retry(): void }

/** Returns the documentation with examples for the viewer's company; null while it is on its way. */
export function useDocumentation(): Loaded {
  const session = useSession()
  const [documentation, setDocumentation] = useState<Documentation | null>(null)
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    try {
      const [token, tenantId] = [await session.accessToken(), session.tenantId]
      const response = await fetch('/api/documentation', {
        headers: { authorization: `Bearer ${token ?? ''}`, ...(tenantId !== null && { 'x-schema-code': tenantId }) },
      })
      const answer = readDocumentation(await response.json())
      if (answer === null) throw new Error(`HTTP ${response.status}`)
      setDocumentation(answer)
    } catch (error) {
      logFailure('The documentation of the API could not be loaded', error)
      setFailed(true)
    }
  }, [session])
  useEffect(() => void load(), [load])
  return { documentation, isFailed, retry: () => void load() }
}
