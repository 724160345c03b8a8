import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import {
  ConfirmOutputHereDocument,
  type ListedOutputFragment,
  MaterialsToConfirmDocument,
  OutputToConfirmHereDocument,
  StocksToConfirmDocument,
} from '#web/api/generated/graphql.ts'
import { isOutage } from '#web/api/outage.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import {
  consumedOf,
  fewAtATime,
  type LineMaterials,
  namesBatches,
  sentState,
  type SentState,
  whyNotAtOnce,
  type WhyLeftOut,
} from './confirmMany.view.ts'
import { leftOutOf, type PostedUnits } from '#web/parts/posting/posting.view.ts'

/** So many outputs are asked about at a time. */
const ASKED_AT_A_TIME = 4
/** The key of a line, which it keeps. */
const OWN_KEY = { withKey: <Variables>(variables: Variables): Variables => variables }

/** One of several outputs that are confirmed at once, as it was counted. */
export type Line = PostedUnits & {
  readonly output: ListedOutputFragment
  readonly unit: ListedOutputFragment['measurementUnit']
  readonly state: SentState | 'LEFT_OUT' | 'READY'
  readonly why: WhyLeftOut | null
  readonly problem: ApiProblem | null
  readonly countedTo: string | null
  /** Each try of it has the same key and content, so that it is booked once. */
  readonly said: Said | null
  /** null = it is of no order. */
  readonly materials: LineMaterials | null
}

type Said = {
  readonly requestKey: string
  readonly actingUserId: string | null
  readonly consumptions: { itemId: number; quantity: number; batchId: number | null }[]
}

export type ConfirmingMany = {
  readonly lines: readonly Line[]
  readonly isLoading: boolean
  readonly isBusy: boolean
  /** Whether all was sent; what was refused says why, and what had no answer can be sent again. */
  readonly isOver: boolean
  readonly confirm: () => Promise<void>
}

/** Returns what waits of each output with the materials that it needs, and confirms one after the other: what is refused of one leaves the others. */
export function useConfirmMany(outputs: readonly ListedOutputFragment[], onDone: () => void): ConfirmingMany {
  const client = useClient()
  const { locale } = useFormat()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [state, setState] = useState<'BUSY' | 'LOADING' | 'OVER' | 'READY'>('LOADING')
  const change = useChange(ConfirmOutputHereDocument, OWN_KEY)
  useEffect(() => {
    let isGone = false
    const read = async (output: ListedOutputFragment): Promise<Line> => {
      const { workCenterId, measurementUnit: unit, id } = output
      const none = { output, unit, accepted: 0, rejected: 0, countedTo: null, materials: null, problem: null, said: null } as const
      const why = leftOutOf(output)
      if (why !== null) return { ...none, state: 'LEFT_OUT', why }
      const jobOrderId = output.productionOrders[0]?.id ?? null
      const policy = { requestPolicy: 'network-only' } as const
      const [asked, needed] = await Promise.all([
        client.query(OutputToConfirmHereDocument, { workCenterId, jobOrderId, outputIIoTs: [id] }, policy).toPromise(),
        jobOrderId === null ? null : client.query(MaterialsToConfirmDocument, { workCenterId, id: jobOrderId }, policy).toPromise(),
      ])
      const form = asked.data?.outputToConfirm
      // Without its materials a confirmation would consume nothing.
      if (form === undefined || (needed !== null && needed.data == null)) return { ...none, state: 'LEFT_OUT', why: 'UNREADABLE' }
      const { acceptedOutput: accepted, rejectedOutput: rejected, countedTo } = form
      const materials =
        needed?.data == null ? null : { tracking: needed.data.jobOrderSettings.consumptionTracking, lines: needed.data.jobOrderBom }
      const line = { output, unit, accepted, rejected, countedTo, materials, problem: null, said: null }
      if (form.problem != null) return { ...line, state: 'REFUSED', why: null, problem: { code: form.problem, params: {} } }
      const missing = whyNotAtOnce(form)
      return { ...line, state: missing === null ? 'READY' : 'LEFT_OUT', why: missing }
    }
    void fewAtATime(outputs, ASKED_AT_A_TIME, read).then((found) => {
      if (isGone) return
      setLines(found)
      setState('READY')
    })
    return () => {
      isGone = true
    }
    // What was chosen is asked once, when the dialog opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  /** What is installed is asked just before the line is sent: the line before it took from the same batches. */
  const say = async ({ output: { workCenterId }, materials, accepted, rejected }: Line): Promise<Said | null> => {
    const here = namesBatches(materials)
      ? await client.query(StocksToConfirmDocument, { workCenterId }, { requestPolicy: 'network-only' }).toPromise()
      : null
    // Refused to this person: the server says what is missing.
    if (isOutage(here?.error)) return null
    const consumptions = consumedOf(materials, { total: accepted + rejected, locale, stocks: here?.data?.stocks ?? [] })
    return { requestKey: newRequestKey(), actingUserId: actingUserId(), consumptions: [...consumptions] }
  }
  const confirmLine = async (line: Line): Promise<Line> => {
    if (line.state !== 'READY' && line.state !== 'UNKNOWN') return line
    const { output, accepted, rejected, countedTo } = line
    const said = line.said ?? (await say(line))
    if (said === null) return { ...line, state: 'UNKNOWN' }
    const { data, problems } = await change.run({
      workCenterId: output.workCenterId,
      jobOrderId: output.productionOrders[0]?.id ?? null,
      outputIIoTs: [output.id],
      acceptedOutput: accepted,
      rejectedOutput: rejected,
      qualityReasons: [],
      scraps: [],
      comment: null,
      closeAfterConfirmation: false,
      cutAt: countedTo,
      ...said,
    })
    const became = sentState(data !== null, problems)
    return { ...line, said, state: became, problem: became === 'REFUSED' ? (problems[0] ?? { code: 'UNKNOWN', params: {} }) : null }
  }
  return {
    lines,
    isLoading: state === 'LOADING',
    isBusy: state === 'BUSY',
    isOver: state === 'OVER',
    confirm: async () => {
      if (state !== 'READY' && state !== 'OVER') return
      setState('BUSY')
      await confirmInTurn(lines, confirmLine, setLines)
      setState('OVER')
      onDone()
    },
  }
}

/** Confirms the lines in their order; each shows what became of it as soon as it is known. */
async function confirmInTurn(
  lines: readonly Line[],
  confirm: (line: Line) => Promise<Line>,
  show: (lines: readonly Line[]) => void,
  at = 0,
): Promise<void> {
  const line = lines[at]
  if (line === undefined) return
  const next = lines.with(at, await confirm(line))
  show(next)
  await confirmInTurn(next, confirm, show, at + 1)
}
