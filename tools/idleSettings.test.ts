import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { SettingField } from '#engine/fields/fieldTable.ts'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'

/** Settings that people read and nothing decides by: names, codes and dates of a machine. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['boxEquipmentType', 'transformerCode', 'serialNumber', 'launchDate'])

/** Where a setting is described, stored, changed and shown; being named there is no effect. */
const KEPT = /Fields\.ts$|Settings\.(?:schema|service)\.ts$|workCenterRow\.ts$|^server\/(?:db|demo|testing)\/|\.test\.ts$/

const deciding = globSync('{engine,server}/**/*.ts')
  .filter((path) => !KEPT.test(path))
  .map((path) => readFileSync(path, 'utf8'))

test('a setting of a work center is read by something, or says that it has no effect yet', () => {
  const fields: Readonly<Record<string, SettingField>> = WORK_CENTER_FIELDS
  const names = Object.keys(fields).filter((name) => !DESCRIPTIVE.has(name))
  const isRead = (name: string) => deciding.some((text) => new RegExp(`\\b(?:${name}|${fields[name]?.column})\\b`).test(text))
  assert.deepEqual(
    names.filter((name) => !isRead(name)),
    names.filter((name) => fields[name]?.hasNoEffectYet === true),
  )
})
