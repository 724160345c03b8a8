import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { eventually } from '#server/testing/testMachines.ts'
import { print } from '../report/figure.ts'
import { printAudit } from '../report/audit.ts'
import { acknowledged, audit, MAY_MOUNT, startPlant } from '#server/testing/faultPlant.ts'
import type { Plant } from '#server/testing/faultPlant.ts'

const MACHINES = 20
const LOAD_MS = 3_000
const FULL_MS = 20_000
const STEP_BYTES = 1024 * 1024
const run = promisify(execFile)
const health = z.object({ parts: z.record(z.string(), z.object({ status: z.string(), detail: z.string().optional() })) })

/** Fills the disk of the database to the last byte under load, and makes room again. */
export async function diskFull(): Promise<void> {
  if (!MAY_MOUNT) return console.error('a full disk: needs root and Linux')
  const disk = await mkdtemp(join(tmpdir(), 'trueline-full-'))
  await mkdir(disk, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk])
  const ballast = join(disk, 'ballast')
  try {
    const plant = await startPlant({ machines: MACHINES, home: join(disk, 'database') })
    try {
      await sleep(LOAD_MS)
      const until = performance.now() + FULL_MS
      // What PostgreSQL gives back meanwhile is taken again.
      for (; performance.now() < until; await sleep(50)) await fill(disk, ballast)
      const stalled = acknowledged(plant)
      await sleep(1_000)
      console.error(
        `acknowledged while the disk is full: ${acknowledged(plant) - stalled}; health: ${await ingestState(plant)}; ${JSON.stringify(plant.postgres.state())}`,
      )
      await rm(ballast)
      const roomAt = performance.now()
      const before = acknowledged(plant)
      await eventually(async () => (acknowledged(plant) > before + MACHINES ? true : undefined))
      print({ bench: 'faults: acknowledging again with room on the disk', value: performance.now() - roomAt, unit: 'ms' })
      await sleep(LOAD_MS)
      await Promise.all(plant.publishers.map((publisher) => publisher.stop()))
      printAudit('a full disk', await audit(plant.database, plant.publishers, plant.ports))
    } finally {
      await plant.end()
    }
  } finally {
    await run('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

async function fill(disk: string, ballast: string): Promise<void> {
  const file = await open(ballast, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk)
      if (bavail === 0) return
      await file.appendFile(Buffer.alloc(Math.min(STEP_BYTES, bavail * bsize)))
    }
  } catch {
    // Somebody else was quicker.
  } finally {
    await file.close()
  }
}

async function ingestState(plant: Plant): Promise<string> {
  const { parts } = health.parse(await (await fetch(`${plant.server.url}/api/health`)).json())
  return `${parts['ingest']?.status} ${parts['ingest']?.detail ?? ''}`
}
