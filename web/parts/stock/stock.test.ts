import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOfStock, scannedOf } from './stockActs.view.ts'

const batch = { id: 1, code: 'B1', barCode: 'B1', expiresOn: null, isExpired: false }
const all = { mayUpdate: true, mayManage: true }

test('a batch is installed where it is nowhere, and taken away where it is installed', () => {
  assert.deepEqual(actsOfStock({ batch, workCenterId: null }, all), ['INSTALL', 'CHARGE_OFF', 'COUNT', 'LABEL'])
  assert.deepEqual(actsOfStock({ batch, workCenterId: 7 }, all), ['UNINSTALL', 'CHARGE_OFF', 'COUNT', 'LABEL'])
  assert.deepEqual(actsOfStock({ batch: null, workCenterId: 7 }, all), ['COUNT'])
})

test('counting is for who manages output, and readers print labels alone', () => {
  assert.deepEqual(actsOfStock({ batch, workCenterId: 7 }, { mayUpdate: true, mayManage: false }), ['UNINSTALL', 'CHARGE_OFF', 'LABEL'])
  assert.deepEqual(actsOfStock({ batch, workCenterId: 7 }, { mayUpdate: false, mayManage: false }), ['LABEL'])
})

test('what was scanned is named by what it stands for', () => {
  const none = { batch: null, container: null, jobOrder: null, item: null, workCenter: null, lossReason: null }
  assert.deepEqual(scannedOf({ ...none, kind: 'BATCH', code: 'B1', batch: { item: { name: 'Sheet' } } }), {
    kind: 'BATCH',
    code: 'B1',
    name: 'Sheet',
  })
  assert.deepEqual(scannedOf({ ...none, kind: 'CONTAINER', code: 'C', container: { item: null } }), {
    kind: 'CONTAINER',
    code: 'C',
    name: '',
  })
})
