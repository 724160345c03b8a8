import { useQuery } from 'urql'
import { ChosenProductsDocument } from '#web/api/generated/graphql.ts'

/** Returns the names of the products by which the list is filtered, as far as they are known. */
export function useChosenProducts(ids: readonly number[]): ReadonlyMap<number, string> {
  const [{ data }] = useQuery({ query: ChosenProductsDocument, variables: { ids: [...ids] }, pause: ids.length === 0 })
  return new Map((data?.itemsPages.items ?? []).map(({ id, name }) => [id, name]))
}
