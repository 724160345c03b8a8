import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const fileSchema = z.object({
  /** When the demo's machines were installed, UTC ms. */
  installedAt: z.number(),
  devices: z.array(z.object({ key: z.string(), deviceId: z.string(), secret: z.string() })),
})

/** How the simulated devices sign in: the only place that keeps a device's secret, readable by the server's account alone. */
export type DemoDevices = z.infer<typeof fileSchema>

/** Returns the path of the file in the data directory. */
export function demoDevicesFile(dataDir: string): string {
  return join(dataDir, 'demo-devices.json')
}

/** Returns the content of the file, or null when it is missing or damaged; then its secrets are renewed. */
export async function readDemoDevices(dataDir: string): Promise<DemoDevices | null> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(demoDevicesFile(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the file in one step. */
export async function writeDemoDevices(dataDir: string, devices: DemoDevices): Promise<void> {
  const file = demoDevicesFile(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(devices, null, 2)}\n`, { mode: 0o600, flush: true })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}
