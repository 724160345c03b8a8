import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { connect } from 'node:tls'
import mqtt from 'mqtt'
import { DAY_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { selfSigned } from '#server/testing/selfSigned.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { startIngest } from '../ingest.ts'
import type { Ingest } from '../ingest.ts'
import { readCertificate, stateOfCertificate } from './certificate.ts'
import { telemetryTopic } from './topicAcl.ts'

const START = Date.UTC(2026, 4, 4, 6)

suite('MQTT over TLS', () => {
  let given: Awaited<ReturnType<typeof createTestDatabase>>
  let ingest: Ingest
  let machine: TestMachine
  let directory: string
  const files = () => ({ certPath: join(directory, 'cert.pem'), keyPath: join(directory, 'key.pem') })
  const store = async ({ cert, key }: { readonly cert: string; readonly key: string }) => {
    await writeFile(files().certPath, cert)
    await writeFile(files().keyPath, key)
  }
  const first = selfSigned('first')

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'trueline-tls-'))
    await store(first)
    given = await createTestDatabase()
    machine = await addMachine(given.database, await addCompany(given.database, 'TLSCO'))
    ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0, mqttTls: { host: '127.0.0.1', port: 0, ...files() } },
      database: given.database,
      live: createLiveBus(),
      log: createLog('silent'),
    })
  })
  after(async () => {
    await ingest.close()
    await given.drop()
    await rm(directory, { recursive: true, force: true })
  })

  const port = () => ingest.mqttTls?.port ?? assert.fail('no listener')
  const device = (ca: string, password: string = machine.secret) =>
    mqtt.connectAsync(`mqtts://127.0.0.1:${port()}`, {
      username: machine.deviceId,
      password,
      ca,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    })

  test('a device sends its samples, which are acknowledged and stored; a wrong secret is refused', async () => {
    const client = await device(first.cert)
    for (let index = 0; index < 20; index++) {
      const payload = JSON.stringify({ at: START + index * 1_000, values: { POWER: index } })
      await client.publishAsync(telemetryTopic(machine.deviceId), payload, { qos: 1 })
    }
    await client.endAsync()
    await ingest.settleFor(machine.companyId, null, Infinity)
    const { rows } = await given.database.pool.query<{ count: number }>('select sum(sample_count)::int as count from sample_chunk')
    assert.equal(rows[0]?.count, 20)
    await assert.rejects(device(first.cert, 'wrong'), /Not authorized|Bad username/i)
  })

  test('a device that trusts somebody else does not connect, and nothing but TLS 1.2 and newer is spoken', async () => {
    await assert.rejects(device(selfSigned('other').cert), /self-signed|unable to verify/i)
    const old = connect({ host: '127.0.0.1', port: port(), rejectUnauthorized: false, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })
    await assert.rejects(new Promise((resolve, reject) => void old.once('secureConnect', resolve).once('error', reject)))
    const plain = connectPlain({ host: '127.0.0.1', port: port() })
    plain.write('\x10\x0c no TLS at all')
    await new Promise<void>(
      (resolve) =>
        void plain
          .once('close', () => resolve())
          .on('error', () => undefined)
          .resume(),
    )
  })

  test('a new certificate is shown without a restart and without ending a connection; one that is no good leaves the present one', async () => {
    const shown = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: port(), rejectUnauthorized: false }, () => {
          resolve(String(socket.getPeerCertificate().subject.CN))
          socket.destroy()
        })
        socket.once('error', reject)
      })
    const client = await device(first.cert)
    const second = selfSigned('second')
    await store({ cert: second.cert, key: first.key })
    await ingest.mqttTls?.reload()
    assert.equal(await shown(), 'first', 'a certificate without its key is not taken')
    await store(second)
    await ingest.mqttTls?.reload()
    assert.equal(await shown(), 'second')
    assert.equal(client.connected, true)
    await client.publishAsync(telemetryTopic(machine.deviceId), '{"values":{"POWER":1}}', { qos: 1 })
    await client.endAsync()
    await (await device(second.cert)).endAsync()
  })

  test('files that hold no certificate with its key are refused with a sentence that names them', async () => {
    const wrong = { certPath: join(directory, 'none.pem'), keyPath: files().keyPath }
    await assert.rejects(readCertificate(wrong), { name: 'StartRefusal', message: /MQTT_TLS_CERT=.*none\.pem cannot be read/ })
    await writeFile(wrong.certPath, 'no certificate')
    await assert.rejects(readCertificate(wrong), { name: 'StartRefusal', message: /no certificate and its private key in PEM/ })
  })

  test('health tells a certificate that has ended, or ends within a week', () => {
    const now = Date.UTC(2026, 10, 22)
    const stateAfter = (days: number) => stateOfCertificate({ expiresAt: now + days * DAY_MS }, now)
    assert.deepEqual(stateAfter(8), { status: 'ready' })
    assert.deepEqual(stateAfter(2), { status: 'degraded', detail: 'The certificate ends at 2026-11-24 00:00 UTC.' })
    assert.deepEqual(stateAfter(-1), { status: 'degraded', detail: 'The certificate ended at 2026-11-21 00:00 UTC; devices refuse it.' })
  })
})
