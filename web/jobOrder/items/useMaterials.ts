import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { MaterialChoicesDocument } from '#web/api/generated/graphql.ts'
import type { MaterialChoice } from './bomForm.view.ts'

/** Returns all products of the company that a line may name, however many pages they fill; none until they are known. */
export function useMaterials(): readonly MaterialChoice[] {
  const client = useClient()
  const [list, setList] = useState<readonly MaterialChoice[]>([])
  useEffect(() => {
    let isLeft = false
    const read = async (page: number, before: readonly MaterialChoice[]): Promise<void> => {
      const { data } = await client.query(MaterialChoicesDocument, { page }, { requestPolicy: 'network-only' }).toPromise()
      if (isLeft || data == null) return undefined
      const known = [...before, ...data.itemsPages.items]
      return data.itemsPages.hasNext ? read(page + 1, known) : setList(known)
    }
    void read(1, [])
    return () => {
      isLeft = true
    }
  }, [client])
  return list
}
