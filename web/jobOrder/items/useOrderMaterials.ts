import { useFreshQuery } from '#web/api/fresh.ts'
import { OrderMaterialsDocument, type OrderMaterialsQuery, SaveOrderMaterialsDocument } from '#web/api/generated/graphql.ts'
import type { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ShownProblem } from '#web/texts/problemText.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { KEYED } from '../keyed.ts'

type MaterialsOfOrder = {
  /** Undefined until it is answered. */
  readonly order: OrderMaterialsQuery['jobOrder'] | undefined
  /** Why it cannot be read. */
  readonly error: Parameters<typeof problemsOf>[0]
  readonly ask: () => void
  /** What the last saving was refused for. */
  readonly problems: readonly ShownProblem[]
  readonly isBusy: boolean
  /** Saves what is given of it; returns what the server refused. */
  readonly save: (input: object) => Promise<readonly FieldProblem[]>
}

/** Returns what goes into an order and what it may scrap, with the way to change it. */
export function useOrderMaterials(id: number, onChanged: () => void): MaterialsOfOrder {
  const [result, ask] = useFreshQuery(OrderMaterialsDocument, { id }, { workCenterIds: null, kinds: ['order', 'output', 'stock'] })
  const { run, isBusy, problems } = useChange(SaveOrderMaterialsDocument, KEYED)
  const order = result.data?.jobOrder
  const save = async (input: object): Promise<readonly FieldProblem[]> => {
    if (order === undefined) return []
    const { data, problems: refused } = await run({ input: { ...input, id: order.id, version: order.version } })
    ask()
    if (data === null) return refused
    onChanged()
    return []
  }
  return { order, error: result.error, ask, problems, isBusy, save }
}
