import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, askedOf, withoutSecrets } from './requestTrace.ts'

const rpc = (params: object) => JSON.stringify({ jsonrpc: '2.0', method: 'call', params, id: 1 })

test('what was asked is told without its query, and of calls with one path what is called', () => {
  const args = ['db', 2, 'secret-key', 'mrp.production', 'fields_get', []]
  for (const [method, url, body, asked] of [
    ['GET', 'https://x/web/version?key=1#a', null, 'GET /web/version'],
    ['GET', 'https://x', null, 'GET /'],
    ['POST', 'https://x/jsonrpc', rpc({ service: 'object', method: 'execute_kw', args }), 'POST /jsonrpc mrp.production.fields_get'],
    ['POST', 'https://x/jsonrpc', rpc({ service: 'common', method: 'authenticate', args: ['db'] }), 'POST /jsonrpc common.authenticate'],
    ['POST', 'https://x/db/', JSON.stringify({ method: 'common.db.login', params: ['me', {}] }), 'POST /db/ common.db.login'],
    ['POST', 'https://x/json/2/mrp.workcenter/search_read', '{"domain": []}', 'POST /json/2/mrp.workcenter/search_read'],
    ['POST', 'https://x/token', 'grant_type=client_credentials&client_secret=s', 'POST /token'],
  ] as const)
    assert.equal(askedOf(method, url, body), asked)
})

test('of an answer only what is wrong is told, in the words of the other system', () => {
  assert.equal(answerOf(200, '{"result": [1, "session-of-tryton"]}', []), null)
  assert.equal(answerOf(200, '{"access_token": "abc"}', []), null)
  // What orders say of themselves is no error.
  assert.equal(answerOf(200, '{"id": 7, "message": "For the customer Smith", "error_description": "none"}', []), null)
  assert.equal(answerOf(200, '{"error": "The database is locked", "message": "token-4711"}', []), 'The database is locked')
  const error = { code: 200, message: 'Odoo Server Error', data: { message: 'Access Denied', debug: 'Traceback' } }
  assert.equal(answerOf(200, JSON.stringify({ error }), []), 'Access Denied')
  assert.equal(answerOf(401, '{"name": "x", "message": "Invalid apikey", "debug": "Traceback"}', []), 'Invalid apikey')
  assert.equal(answerOf(400, '{"error": "invalid_client", "error_description": "Unknown client"}', []), 'Unknown client')
  assert.equal(answerOf(502, '<html><style>p{}</style><h1>Bad\n gateway</h1></html>', []), 'Bad gateway')
  assert.equal(answerOf(500, '', []), null)
  assert.equal(answerOf(500, 'x'.repeat(900), [])?.length, 200)
  assert.equal(answerOf(422, '{"message": "a\\u0000\\u202e b"}', []), 'a b')
  assert.ok(answerOf(500, `${'x'.repeat(199)}😀`, [])?.isWellFormed())
})

test('an answer of megabytes is looked at no further than its beginning', () => {
  // As a whole each took hours.
  for (const part of ['<', '<script>', '{"message": "'])
    assert.ok((answerOf(500, part.repeat(5_000_000 / part.length), ['secret'])?.length ?? 0) <= 200)
})

test('secrets are blanked out wherever they are repeated, the longer one first', () => {
  assert.equal(answerOf(401, '{"message": "no user for key k-12 3"}', ['k-12 3']), 'no user for key ***')
  assert.equal(withoutSecrets('key=k-12%203&long=abcdef abcd', ['abcd', 'abcdef', 'k-12 3', 'e']), 'key=***&long=*** ***')
  // One that the limit would cut in two is gone before.
  assert.equal(answerOf(500, `${'x'.repeat(197)} secret-key`, ['secret-key'])?.includes('s'), false)
})
