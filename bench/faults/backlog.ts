import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { PAST_SHIFT_START } from '#server/testing/publisher.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import { addCompany, addFleet, addMachine, connectMachine } from '#server/testing/testMachines.ts'
import { print } from '../report/figure.ts'
import { Others } from './others.ts'

const MESSAGES = 48
const SAMPLES = 2_500
const OTHERS = 1_000
const OTHERS_EVERY_MS = 5_000
const QUIET_MS = 10_000
const LIMIT_MS = 50

/**
 * A device sends 120,000 samples, and sends them again as a gateway does whose acknowledgements were lost, and again backwards: how soon the messages of
 * a thousand other devices are acknowledged meanwhile.
 */
export async function backlog(): Promise<void> {
  const durable = await createDurableDatabase()
  const { server, ports } = await startIngestProcess({ databaseUrl: durable.postgres.url })
  try {
    const company = await addCompany(durable.database, 'FAULT')
    const gateway = await addMachine(durable.database, company)
    const others = await Others.start(await addFleet(durable.database, company, OTHERS), { port: ports.mqtt, everyMs: OTHERS_EVERY_MS })
    const quiet = await others.during(() => sleep(QUIET_MS))
    print({
      bench: 'faults: acknowledgement p99 of others, nothing else happens',
      value: quiet.p99Ms,
      unit: 'ms',
      limit: LIMIT_MS,
      note: load(),
    })
    const inOrder = Array.from({ length: MESSAGES }, (_, index) => messageOf(index))
    for (const [name, messages] of [
      ['for the first time', inOrder],
      ['again', inOrder],
      ['again, backwards', inOrder.toReversed()],
    ] as const) {
      let ms = 0
      let healthMs = 0
      const measured = await others.during(async () => {
        const client = await connectMachine(gateway, ports.mqtt)
        const startedAt = performance.now()
        let isSent = false
        const pages = (async () => {
          for (; !isSent; await sleep(50)) {
            const askedAt = performance.now()
            await server.health()
            healthMs = Math.max(healthMs, performance.now() - askedAt)
          }
        })()
        const topic = `v1/devices/${gateway.deviceId}/telemetry`
        await Promise.all(messages.map((message) => client.publishAsync(topic, message, { qos: 1 })))
        ms = performance.now() - startedAt
        // What it left to do: late samples are recalculated after their acknowledgement.
        await sleep(QUIET_MS)
        isSent = true
        await pages
        await client.endAsync()
      })
      const note = `p50 ${measured.p50Ms} ms, longest ${measured.maxMs} ms, ${measured.acknowledged} messages; ${load()}`
      print({
        bench: `faults: acknowledgement p99 of others while a backlog is sent ${name}`,
        value: measured.p99Ms,
        unit: 'ms',
        limit: LIMIT_MS,
        note,
      })
      print({
        bench: `faults: the backlog is acknowledged, ${name}`,
        value: ms / 1_000,
        unit: 's',
        note: `${MESSAGES * SAMPLES} samples of 3 values`,
      })
      print({ bench: `faults: longest wait for /api/health meanwhile, ${name}`, value: healthMs, unit: 'ms' })
    }
    await others.end()
  } finally {
    await server.kill('SIGKILL')
    await durable.drop()
  }
}

/** A reading each 500 ms, so that all lie in two shifts of the past. */
function messageOf(index: number): string {
  return JSON.stringify(
    Array.from({ length: SAMPLES }, (_, place) => {
      const number = index * SAMPLES + place
      const phase = Math.floor(number / 97) % 3
      return {
        at: PAST_SHIFT_START + number * 500,
        values: {
          POWER: phase === 0 ? 12.4 : phase === 1 ? 2.2 : 0.1,
          TOTAL_OUTPUT: Math.floor(number / 3),
          TEMPERATURE: 40 + (number % 10) / 10,
        },
      }
    }),
  )
}

function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`
}
