import { tmpdir } from 'node:os'
import { choosePort } from '#server/freePort.ts'
import { OLENA, signIn } from '#server/identity/testing/identityServer.ts'
import { createDurableDatabase } from './durableDatabase.ts'
import type { DurableDatabase } from './durableDatabase.ts'
import { publishUntilStopped } from './publisher.ts'
import type { Publisher } from './publisher.ts'
import { roadsOf } from './roads.ts'
import { spawnServer } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'
import { addCompany, addMachine } from './testMachines.ts'

const COMPANY = 'ACME1'

/** A whole server on a durable database of its own, with machines that publish and somebody who is signed in. */
export type PeopleServer = {
  readonly durable: DurableDatabase
  readonly server: ServerProcess
  readonly publishers: readonly Publisher[]
  /** A request for each way to the database, by name. */
  readonly roads: ReturnType<typeof roadsOf>
  end(): Promise<void>
}

/** Returns the server with as many machines as told. */
export async function startPeopleServer(machines: number): Promise<PeopleServer> {
  const durable = await createDurableDatabase()
  const mqtt = await choosePort(0)
  const environment = { DATABASE_URL: durable.postgres.url, DEMO: 'on', DEMO_SIMULATOR: 'off', MQTT_PORT: String(mqtt), LOG_LEVEL: 'error' }
  const server = await spawnServer({ dataDir: tmpdir(), environment })
  const publishers: Publisher[] = []
  const end = async (): Promise<void> => {
    for (const publisher of publishers) publisher.end()
    await server.kill('SIGKILL')
    await durable.drop()
  }
  try {
    await server.untilReady()
    const companyId = await addCompany(durable.database, COMPANY)
    for (let count = 0; count < machines; count++) {
      publishers.push(await publishUntilStopped(await addMachine(durable.database, companyId), mqtt))
    }
    const { tokens } = await signIn(server.url, OLENA, { companyId })
    const machine = await addMachine(durable.database, companyId)
    return { durable, server, publishers, roads: roadsOf({ url: server.url, machine, token: tokens.access_token, companyId }), end }
  } catch (error) {
    await end()
    throw error
  }
}
