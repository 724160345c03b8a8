import { readFile } from 'node:fs/promises'
import { Kind, parse, print as printGraphql, visit } from 'graphql'
import { liveFragment } from '#engine/workCenter/liveFields.ts'
import { median, percentile, print } from '../report/figure.ts'
import { ROOT } from '../../tools/sourceTree.ts'
import type { Crowd } from './crowd.ts'

const ROUNDS = 5
const REQUESTS = 60
const LIMIT_MS = 40

/** Prints how long the server takes for the very question that the page waits for. */
export async function measureListQuery({ api }: Crowd, count: number): Promise<void> {
  const query = await questionOf('WorkCenters')
  const tails: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = []
    for (let index = 0; index < REQUESTS; index++) {
      const start = performance.now()
      const { workCenters } = await api<{ workCenters: readonly unknown[] }>(query)
      times.push(performance.now() - start)
      if (workCenters.length !== count) throw new Error(`${workCenters.length} work centers instead of ${count}`)
    }
    tails.push(percentile(times, 0.95))
  }
  const limit = count <= 100 ? { limit: LIMIT_MS } : {}
  print({ bench: `question of the page for ${count} work centers p95`, value: median(tails), unit: 'ms', ...limit, runs: ROUNDS })
}

/** Returns an operation of the screens with the fragments that it needs. */
async function questionOf(name: string): Promise<string> {
  const { definitions } = parse(`${await readFile(`${ROOT}web/workCenter/workCenter.graphql`, 'utf8')}\n${liveFragment()}`)
  const wanted = new Set<string>()
  const collect = (node: (typeof definitions)[number]): void => {
    visit(node, {
      FragmentSpread: ({ name: { value } }) => {
        if (wanted.has(value)) return
        wanted.add(value)
        const fragment = definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === value)
        if (fragment) collect(fragment)
      },
    })
  }
  const operation = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION && one.name?.value === name)
  if (operation === undefined) throw new Error(`there is no operation ${name}`)
  collect(operation)
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION && wanted.has(one.name.value))
  return [operation, ...fragments].map((node) => printGraphql(node)).join('\n')
}
