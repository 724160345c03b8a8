import { useMemo } from 'react'
import { useQuery } from 'urql'
import { maySeeSchedules } from '#engine/shift/mayEditShift.ts'
import { LossFilterChoicesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { LossesSearch } from './lossesSearch.ts'

export type FilterChoice = { readonly value: string; readonly label: string }

/** What the filters offer that the company named; empty until it is asked for. */
export type LossFilterChoices = {
  readonly reasons: readonly FilterChoice[]
  readonly reasonGroups: readonly FilterChoice[]
  readonly groups: readonly FilterChoice[]
  readonly shifts: readonly FilterChoice[]
  /** Of the one work center that is chosen. */
  readonly orders: readonly FilterChoice[]
}

/** Returns what the filters offer; asked for where they are open, or one of them is on and has to be named. */
export function useLossFilterChoices(search: LossesSearch, isOpen: boolean): LossFilterChoices {
  const viewer = useViewer()
  const format = useFormat()
  const isNamed = [search.reason, search.reasonGroup, search.wcGroup, search.shift, search.order].some((one) => one.length > 0)
  const only = search.wc.length === 1 ? search.wc[0] : undefined
  const [result] = useQuery({
    query: LossFilterChoicesDocument,
    variables: { workCenterId: only ?? 0, ofOne: only !== undefined, hasShifts: maySeeSchedules(viewer) },
    pause: !isOpen && !isNamed,
  })
  const { data } = result
  return useMemo(() => {
    const named = (rows: readonly { readonly id: number; readonly name: string }[] = []) =>
      rows.map(({ id, name }) => ({ value: String(id), label: name })).toSorted((left, right) => format.compare(left.label, right.label))
    return {
      reasons: named(data?.lossReasons),
      reasonGroups: named(data?.lossReasonGroups),
      groups: named(data?.workCenterGroups),
      shifts: (data?.shiftSchedules ?? []).map(({ code, name }) => ({ value: code, label: code === name ? name : `${code} · ${name}` })),
      orders: (data?.workCenter?.jobOrdersPages.items ?? []).map(({ id, orderCode }) => ({ value: String(id), label: orderCode })),
    }
  }, [data, format])
}
