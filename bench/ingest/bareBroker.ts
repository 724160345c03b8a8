import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The listener for devices alone, which acknowledges each message unread. */
export type BareBroker = { readonly pid: number | undefined; readonly mqttPort: number; end(): Promise<void> }

/** Starts the listener alone, for the devices of the database: what a message costs in it is the least that a message can cost. */
export async function startBareBroker(databaseUrl: string): Promise<BareBroker> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/testing/bareBroker.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('mqttPort')) return { pid: child.pid, mqttPort: Number(JSON.parse(line).mqttPort), end }
  }
  throw new Error('the bare broker ended before it was ready')
}
