import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { confirmOf } from './confirmAct.ts'

/** A code of a container has at most so many characters. */
const LONGEST = 64

/**
 * Returns the codes of the next full containers: after the last one of the order by its number, as `C-118` after `C-117`, else by the code of the order.
 * `used` are those of the order, the last one first, those of what waits for a connection too; none of them is proposed again.
 */
export function nextContainerCodes(used: readonly string[], orderCode: string, count: number): readonly string[] {
  const [last = null] = used
  const taken = new Set(used.map((code) => code.toLowerCase()))
  const [, begin = '', digits = ''] = /^(.*?)(\d{1,15})$/.exec(last ?? '') ?? []
  const named = last === null || digits === '' ? { begin: `${last ?? orderCode}-`, width: 1, number: 0 } : numbered(begin, digits)
  const codes: string[] = []
  for (let next = named.number + 1; codes.length < count; next++) {
    const number = String(next).padStart(named.width, '0')
    const code = `${named.begin.slice(0, LONGEST - number.length)}${number}`
    if (!taken.has(code.toLowerCase())) codes.push(code)
  }
  return codes
}

/** Returns the containers of the order in confirmations that wait here, also those that were refused: their labels are printed. The last one comes first. */
export function waitingContainers(entries: readonly OutboxEntry[], jobOrderId: number): readonly string[] {
  return entries.toReversed().flatMap((entry) => {
    const { variables } = confirmOf(entry) ?? {}
    return variables?.jobOrderId === jobOrderId ? [variables.containerCodes ?? []].flat().toReversed() : []
  })
}

function numbered(begin: string, digits: string) {
  return { begin, width: digits.length, number: Number(digits) }
}
