import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longFiles, nameViolations, reachViolations, sentenceViolations } from './houseRules.ts'
import { importViolations, ROWS, type Violation } from './importTable.ts'
import { parseSourceFile } from './sourceFile.ts'
import { readSourceTree } from './sourceTree.ts'

const tree = readSourceTree()

test('the tree that is judged is the real one', () => {
  assert.ok(tree.length > 100, `only ${tree.length} files were found`)
  assert.ok(tree.reduce((sum, file) => sum + file.imports.length, 0) > tree.length, 'hardly any import was found')
  for (const layer of ['engine', 'server', 'web', 'sim', 'tools'])
    assert.ok(
      tree.some((file) => file.path.startsWith(`${layer}/`)),
      layer,
    )
})

test('every import follows the table of the architecture', () => {
  assert.deepEqual(importViolations(tree).map(line), [])
})

test('the engine has no clock, and only the configuration reads the environment', () => {
  assert.deepEqual(reachViolations(tree).map(line), [])
})

test('no file is a barrel or named for nothing', () => {
  assert.deepEqual(nameViolations(tree).map(line), [])
})

test('every exported function says what it returns', () => {
  assert.deepEqual(sentenceViolations(tree).map(line), [])
  const bare = parseSourceFile(
    'engine/a.ts',
    'export function a() {}\n/** Returns b. */\nexport function b() {}\nexport async function c() {}',
  )
  assert.deepEqual(sentenceViolations([bare]).map(line), [
    'engine/a.ts:1 exports a function without a sentence',
    'engine/a.ts:4 exports a function without a sentence',
  ])
  const overloaded = '/** Returns a. */\nexport function a(of: 1): 1\nexport function a(of: number): number {}'
  assert.deepEqual(sentenceViolations([parseSourceFile('engine/a.ts', overloaded)]), [])
})

test('files worth looking at twice', (context) => {
  for (const { path, lines, limit } of longFiles(tree)) context.diagnostic(`${path}: ${lines} lines, aim below ${limit}`)
})

/** Imports that must be refused, each by the row named beside it: proof that the table has teeth. */
const REFUSED: readonly (readonly [row: string, path: string, text: string])[] = [
  ['engine/**', 'engine/oee/oee.ts', "import { z } from 'zod'"],
  ['engine/**', 'engine/oee/oee.ts', "import type { Tenant } from '#server/db/database.ts'"],
  ['engine/**', 'engine/oee/oee.ts', "import { readFileSync } from 'node:fs'"],
  ['engine/**', 'engine/oee/oee.ts', "export * from '../../web/ui/Table.tsx'"],
  ['engine/**', 'engine/oee/oee.ts', "export const later = () => import('lodash')"],
  ['engine/**', 'engine/oee/oee.ts', "export type Row = import('kysely').Row"],
  ['engine/**', 'engine/oee/oee.test.ts', "import { loadConfig } from '#server/config.ts'"],
  ['server/** and web/** apart', 'server/http/app.ts', "import { t } from '#web/texts/text.ts'"],
  ['server/** and web/** apart', 'server/http/app.ts', "import { test } from '../../tools/test.ts'"],
  ['what is made for tests', 'server/db/database.ts', "import { createTestDatabase } from '#server/testing/testDatabase.ts'"],
  ['server/** and web/** apart', 'server/ingest/ingest.ts', "import { factory } from '../../sim/factory.ts'"],
  ['what is made for tests', 'engine/oee/oee.ts', "import { vector } from '#engine/testing/vectorInput.ts'"],
  ['server/<area>/*.schema.ts', 'server/loss/loss.schema.ts', "import { sql } from 'kysely'"],
  ['server/<area>/*.schema.ts', 'server/loss/loss.schema.ts', "import '#server/status/status.schema.ts'"],
  ['server/<area>/*.schema.ts', 'server/loss/loss.schema.ts', "import { listStatuses } from '#server/status/status.store.ts'"],
  ['server/<area>/*.graph.ts', 'server/loss/loss.graph.ts', "import { sql } from 'kysely'"],
  ['server/<area>/*.graph.ts', 'server/loss/loss.graph.ts', "import './loss.schema.ts'"],
  ['server/graphql', 'server/graphql/loader.ts', "import { userById } from '#server/user/user.graph.ts'"],
  ['server/graphql', 'server/graphql/context.ts', "import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'"],
  ['server/graphql', 'server/graphql/route.ts', "import { schema } from '#server/schema.ts'"],
  ['server/access, server/realtime, server/photo', 'server/realtime/socket.ts', "import { languageOf } from '#server/graphql/route.ts'"],
  ['server/<area>/*.service.ts', 'server/loss/loss.service.ts', "import { lossReasonById } from './loss.graph.ts'"],
  ['server/<area> in order', 'server/company/audit.schema.ts', "import { userById } from '#server/user/user.graph.ts'"],
  ['server/<area>/*.service.ts', 'server/loss/loss.service.ts', "import { builder } from '#server/graphql/builder.ts'"],
  ['server/<area>/*.service.ts', 'server/loss/loss.service.ts', "import type { FastifyRequest } from 'fastify'"],
  ['server/<area>/*.service.ts', 'server/loss/loss.service.ts', "import { sql } from 'kysely'"],
  ['server/<area>/*.store.ts', 'server/loss/loss.store.ts', "import { splitLoss } from './loss.service.ts'"],
  ['server/<area>/*.store.ts', 'server/loss/loss.store.ts', "import { oeeOf } from '#engine/oee/oee.ts'"],
  ['server/<area>/*.store.ts', 'server/loss/loss.store.ts', "import type { FastifyRequest } from 'fastify'"],
  ['server/<area> in order', 'server/workCenter/workCenter.service.ts', "import { listLosses } from '#server/loss/loss.store.ts'"],
  ['server/<area> in order', 'server/support/support.service.ts', "import { x } from '#server/surprise/surprise.service.ts'"],
  ['server/ingest, server/recalculation, server/jobs', 'server/ingest/ingest.ts', "import { builder } from '#server/graphql/builder.ts'"],
  ['server/** but server/jobs', 'server/mail/sender.ts', "import { PgBoss } from 'pg-boss'"],
  ['web/**', 'web/losses/LossesPage.tsx', "import type { Loss } from '#server/loss/loss.store.ts'"],
  ['web/**', 'web/losses/LossesPage.tsx', "import { join } from 'node:path'"],
  ['web/ui', 'web/ui/Table.tsx', "import type { Facts } from '#engine/facts.ts'"],
  ['web/ui', 'web/ui/Table.tsx', "import { useQuery } from 'urql'"],
  ['web/ui', 'web/ui/Table.tsx', "import { Badge } from '../parts/StatusBadge.tsx'"],
  ['React Aria', 'web/parts/period/PeriodDialog.tsx', "import { Calendar } from 'react-aria-components/Calendar'"],
  ['React Aria', 'web/ui/Dropdown.tsx', "import { useMenu } from 'react-aria'"],
  ['React Aria', 'web/losses/LossPage.tsx', "import { parseDate } from '@internationalized/date'"],
  ['web/chart, web/parts', 'web/chart/prepareTimeline.ts', "import { live } from '#web/api/live.ts'"],
  ['web/chart, web/parts', 'web/parts/Timeline.tsx', "import { BoxCard } from '#web/boxes/BoxCard.tsx'"],
  ['web/<area>', 'web/losses/LossesPage.tsx', "import { BoxCard } from '#web/boxes/BoxCard.tsx'"],
  ['web/<area>', 'web/losses/LossesPage.tsx', "import { Shell } from '#web/shell/Shell.tsx'"],
  ['web/shell, web/api', 'web/shell/Shell.tsx', "import { BoxCard } from '#web/boxes/BoxCard.tsx'"],
  ['web/base, web/texts', 'web/base/toast.ts', "import { Shell } from '#web/shell/Shell.tsx'"],
  ['sim, bench, e2e', 'e2e/boxes.test.ts', "import { openDatabase } from '#server/db/database.ts'"],
  ['sim, bench, e2e', 'bench/run.ts', "import { x } from '../web/boxes/boxes.view.ts'"],
]

test('the table refuses what it must, row by row', () => {
  for (const [row, path, text] of REFUSED) {
    const messages = importViolations([parseSourceFile(path, text)]).map(line)
    assert.ok(
      messages.some((message) => message.endsWith(`(${row})`)),
      `${path}: ${text} must be refused by ${row}, got ${JSON.stringify(messages)}`,
    )
  }
  assert.deepEqual(
    ROWS.map((row) => row.name).filter((name) => !REFUSED.some(([row]) => row === name)),
    [],
    'a row without a proof',
  )
})

/** Imports that must be allowed, so that the table is not merely strict. */
const ALLOWED: readonly (readonly [path: string, text: string])[] = [
  ['engine/oee/oee.ts', "import type { Facts } from '#engine/facts.ts'"],
  ['engine/oee/oee.test.ts', "import { test } from 'node:test'"],
  ['server/loss/loss.service.ts', "import { splitLoss } from '#engine/loss/splitLoss.ts'\nimport { findLoss } from './loss.store.ts'"],
  ['server/loss/loss.store.ts', "import { sql } from 'kysely'\nimport { LOSS_CATEGORIES } from '#engine/loss/category.ts'"],
  [
    'server/loss/loss.schema.ts',
    "import { findLoss } from './loss.store.ts'\nimport type { Status } from '#server/status/status.store.ts'",
  ],
  ['web/parts/field/DateField.tsx', "import { parseDate } from '@internationalized/date'"],
  ['web/ui/Table.tsx', "import { useState } from 'react'\nimport './table.css'\nimport { DAY_MS } from '#engine/time/durations.ts'"],
  ['web/losses/LossesPage.tsx', "import { splitLoss } from '#engine/loss/splitLoss.ts'\nimport { live } from '#web/api/live.ts'"],
  ['e2e/boxes.test.ts', "import { connect } from 'mqtt'"],
]

test('the table allows what the architecture allows', () => {
  for (const [path, text] of ALLOWED) assert.deepEqual(importViolations([parseSourceFile(path, text)]).map(line), [], text)
})

test('impurity is found in every spelling', () => {
  const reached = (path: string, text: string): number => reachViolations([parseSourceFile(path, text)]).length
  const impure = [
    'Date.now()',
    'new Date()',
    'Date()',
    'Math.random()',
    'Temporal.Now.instant()',
    'const now = Date["now"]()',
    'const { env } = process',
    'fetch("/")',
    'performance.now()',
    'setTimeout(() => {}, 1)',
    'console.log(1)',
    'globalThis.Date',
  ]
  for (const text of impure) assert.ok(reached('engine/time/bucket.ts', text) > 0, text)
  assert.equal(reached('engine/oee/oee.ts', 'Temporal.Instant.fromEpochMilliseconds(0)'), 1)
  assert.equal(reached('engine/oee/oee.ts', 'for (const window of [1]) window.toFixed()'), 0)
  assert.equal(reached('engine/oee/oee.ts', 'window.location'), 1)
  for (const text of ['new Date(0)', 'Math.max(1, 2)', 'const a = { Date: 1 }', 'type D = Date'])
    assert.equal(reached('engine/time/bucket.ts', text), 0, text)
  for (const text of [
    'process.env.PORT',
    'process["env"]',
    'process[name]',
    'const { env } = process',
    'import { env } from "node:process"',
  ])
    assert.equal(reached('server/http/app.ts', text), 1, text)
  assert.equal(reached('server/config.ts', 'process.env.PORT'), 0)
  assert.equal(reached('server/http/app.ts', 'process.pid'), 0)
})

test('barrels and empty names are found', () => {
  const names = (path: string, text = 'export const a = 1'): number => nameViolations([parseSourceFile(path, text)]).length
  for (const path of [
    'web/ui/index.ts',
    'server/utils/money.ts',
    'engine/stringUtils.ts',
    'engine/common.ts',
    'server/DeviceManager.ts',
    'web/data2.ts',
  ])
    assert.equal(names(path), 1, path)
  assert.equal(names('engine/status.ts', "export * from './a.ts'\nexport { b } from './b.ts'"), 1)
  for (const path of ['engine/workCenter/setup.ts', 'web/ui/Table.tsx', 'server/user/user.store.ts']) assert.equal(names(path), 0, path)
})

test('a file that does not parse is an error, not a file without imports', () => {
  assert.throws(() => parseSourceFile('engine/broken.ts', 'import {'), /engine\/broken\.ts does not parse/)
})

function line(violation: Violation): string {
  return `${violation.path}:${violation.line} ${violation.message}`
}
