import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledged, audit, startPlant, startProductPlant } from '#server/testing/faultPlant.ts'
import type { Plant } from '#server/testing/faultPlant.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { printAudit } from '../report/audit.ts'
import { median, print } from '../report/figure.ts'

const MACHINES = 20
const KILLS = 5
const BETWEEN_MS = 4_000
const BACK_LIMIT_MS = 2_000

/** Kills the server by signal 9 again and again while machines publish. */
export async function serverKills(): Promise<void> {
  await killAgainAndAgain('kill -9 of the server', async (plant) => {
    await plant.server.kill('SIGKILL')
    await plant.startServer()
  })
}

/** The same with the parent process of PostgreSQL, which the supervisor starts again. */
export async function databaseKills(): Promise<void> {
  await killAgainAndAgain('kill -9 of PostgreSQL', async ({ postgres }) => {
    const { pid } = postgres
    if (pid === null) throw new Error('PostgreSQL does not run')
    process.kill(pid, 'SIGKILL')
    await eventually(async () => (postgres.pid !== pid && postgres.state().status === 'ready' ? true : undefined))
  })
}

async function killAgainAndAgain(fault: string, kill: (plant: Plant) => Promise<void>): Promise<void> {
  const plant = await startPlant({ machines: MACHINES })
  try {
    const back: number[] = []
    for (let count = 0; count < KILLS; count++) {
      await sleep(BETWEEN_MS)
      const killedAt = performance.now()
      await kill(plant)
      const before = acknowledged(plant)
      await eventually(async () => (acknowledged(plant) > before + MACHINES ? true : undefined))
      back.push(performance.now() - killedAt)
    }
    await sleep(BETWEEN_MS)
    await Promise.all(plant.publishers.map((publisher) => publisher.stop()))
    printAudit(fault, await audit(plant.database, plant.publishers, plant.ports))
    print({ bench: `faults: acknowledging again after ${fault}`, value: median(back), unit: 'ms', limit: BACK_LIMIT_MS, runs: KILLS })
  } finally {
    await plant.end()
  }
}

/** Kills the whole product, whose PostgreSQL goes with it, and starts it again as a supervisor does: until health says 200, and until a message is acknowledged. */
export async function productKills(): Promise<void> {
  const level = process.env['BENCH_LOG']
  const plant = await startProductPlant(MACHINES, level === undefined ? {} : { LOG_LEVEL: level })
  try {
    const health: number[] = []
    const back: number[] = []
    for (let count = 0; count < KILLS; count++) {
      await sleep(BETWEEN_MS)
      const killedAt = performance.now()
      await plant.server.kill('SIGKILL')
      await plant.startServer()
      health.push(performance.now() - killedAt)
      const before = acknowledged(plant)
      await eventually(async () => (acknowledged(plant) > before + MACHINES ? true : undefined))
      back.push(performance.now() - killedAt)
    }
    await Promise.all(plant.publishers.map((publisher) => publisher.stop()))
    printAudit('kill -9 of the product', await audit(plant.database, plant.publishers, plant.ports))
    const figure = { unit: 'ms', limit: BACK_LIMIT_MS, runs: KILLS, note: `load ${loadavg()[0]?.toFixed(1)}` }
    print({ bench: 'faults: health 200 after kill -9 of the product', value: median(health), ...figure })
    print({ bench: 'faults: acknowledging again after kill -9 of the product', value: median(back), ...figure })
  } finally {
    if (level !== undefined) console.error(plant.server.output)
    await plant.end()
  }
}
