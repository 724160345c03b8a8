import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { findSecretHash } from '#server/device/device.store.ts'
import { isDeviceSecret } from '#server/device/deviceSecret.ts'
import { createEmptyDatabase, createTestDatabase } from '#server/testing/testDatabase.ts'

type Run = { readonly code: number; readonly stdout: string; readonly stderr: string }

function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'device.ts'), ...args],
      { env: { PATH: process.env['PATH'], ...environment } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      },
    )
  })
}

test('"new" prints one line of JSON with a secret that the device can sign in with, and "list" shows the device without it', async () => {
  const created = await createTestDatabase()
  const { database, url } = created
  try {
    const made = await run(['new', '--on-change', '--period-ms', '2000'], { DATABASE_URL: url })
    assert.equal(made.code, 0, made.stderr)
    assert.equal(made.stdout.trim().split('\n').length, 1)
    const device = JSON.parse(made.stdout) as {
      deviceId: string
      code: string
      secret: string
      reportMode: string
      nominalPeriodMs: number
    }
    assert.match(device.code, /^[a-z]{2}-[a-z0-9]{4}$/)
    assert.equal(device.reportMode, 'ON_CHANGE')
    assert.equal(device.nominalPeriodMs, 2000)
    const hash = await database.inSystem((tx) => findSecretHash(tx, asId<DeviceId>(device.deviceId)))
    assert.ok(isDeviceSecret(device.secret, hash ?? ''))
    const three = await run(['new', '--count', '3'], { DATABASE_URL: url })
    assert.equal(
      new Set(
        three.stdout
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { deviceId: string }).deviceId),
      ).size,
      3,
    )
    const listed = await run(['list'], { DATABASE_URL: url })
    assert.match(listed.stdout, new RegExp(device.deviceId))
    assert.ok(!listed.stdout.includes(device.secret))
  } finally {
    await created.drop()
  }
})

test('refuses what it cannot do in a sentence and with exit code 1', async () => {
  const empty = await createEmptyDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'sim-device-'))
  try {
    const cases: readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp][] = [
      ['no server yet', ['new'], { DATA_DIR: directory }, /no database in .* start the server first/],
      ['database away', ['new'], { DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:9/none' }, /does not answer; start the server first/],
      ['nothing migrated', ['new'], { DATABASE_URL: empty.url }, /holds no Trueline tables yet/],
      [
        'wrong period',
        ['new', '--period-ms', 'soon'],
        { DATABASE_URL: empty.url },
        /--period-ms must be a whole number from 1 to 86400000; "soon" is not/,
      ],
      ['unknown option', ['new', '--colour'], { DATABASE_URL: empty.url }, /Unknown option '--colour'[\s\S]*Usage/],
      ['unknown command', ['destroy'], { DATABASE_URL: empty.url }, /Usage/],
    ]
    for (const [name, args, environment, message] of cases) {
      const result = await run(args, environment)
      assert.equal(result.code, 1, name)
      assert.match(result.stderr, message, name)
      assert.equal(result.stdout, '', name)
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
    await empty.drop()
  }
})
