import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { JobOrderProductsDocument, type JobOrderProductsQuery } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'

export type Product = JobOrderProductsQuery['itemsPages']['items'][number]

export type Products = {
  readonly list: readonly Product[]
  /** Why they are not all there. */
  readonly problems: readonly ApiProblem[]
  /** Adds one that was just entered. */
  readonly add: (product: Product) => void
}

/** Returns all products of the company, however many pages they fill; they are asked for when the form opens. */
export function useProducts(): Products {
  const client = useClient()
  const [list, setList] = useState<readonly Product[]>([])
  const [problems, setProblems] = useState<readonly ApiProblem[]>([])
  useEffect(() => {
    let isLeft = false
    const read = async (page: number, before: readonly Product[]): Promise<void> => {
      const { data, error } = await client.query(JobOrderProductsDocument, { page }, { requestPolicy: 'network-only' }).toPromise()
      if (isLeft) return
      if (data == null) return setProblems(problemsOf(error))
      const known = [...before, ...data.itemsPages.items]
      if (data.itemsPages.hasNext) return read(page + 1, known)
      setList((made) => [...made, ...known.filter(({ id }) => made.every((one) => one.id !== id))])
    }
    void read(1, [])
    return () => {
      isLeft = true
    }
  }, [client])
  return { list, problems, add: (product) => setList((others) => [product, ...others.filter(({ id }) => id !== product.id)]) }
}
