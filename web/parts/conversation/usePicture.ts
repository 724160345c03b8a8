import { useEffect, useState } from 'react'
import { fetchFile, type FileRoad } from '#web/api/attachment.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useSession } from '#web/base/session.ts'

/** A picture that can be shown, or why it cannot. */
export type ReadPicture = { readonly url: string } | { readonly problem: ApiProblem }

/** Returns the picture once it is wanted and read; null until then. */
export function usePicture(id: string, road: FileRoad, isWanted = true): ReadPicture | null {
  const session = useSession()
  const [picture, setPicture] = useState<ReadPicture | null>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    let url: string | null = null
    let isGone = false
    void fetchFile(road, id, { accessToken: session.accessToken, tenantId: session.tenantId }).then((answer) => {
      if (isGone) return
      if (answer instanceof Blob) url = URL.createObjectURL(answer)
      setPicture(answer instanceof Blob ? { url: url ?? '' } : { problem: answer })
    })
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id, road, session, isWanted])
  return picture
}
