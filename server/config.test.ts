import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { StartRefusal } from '#server/refusal.ts'
import { loadConfig } from './config.ts'

const WRONG: readonly (readonly [name: string, value: string, sentence: RegExp])[] = [
  ['PORT', '70000', /^The setting PORT must be a whole number from 0 .* to 65535; "70000" is not\.$/],
  ['PORT', 'eighty', /"eighty" is not/],
  ['MQTT_PORT', '-1', /^The setting MQTT_PORT must be/],
  ['DEMO', 'yes', /^The setting DEMO must be on or off; "yes" is not\.$/],
  ['LOG_LEVEL', 'loud', /one of fatal, error, warn/],
  ['ROLE', 'boss', /^The setting ROLE must be one of/],
  ['PUBLIC_URL', 'factory.example', /http:\/\/ or https:\/\//],
  ['DATABASE_POOL_SIZE', '1', /from 2 to 200/],
  ['SAMPLE_RETENTION_MONTHS', '1', /from 2 to 240/],
  ['TRUST_PROXY', 'true', /on or off/],
  ['TRUSTED_ISSUERS', '{', /JSON array of objects with issuer and audience/],
  ['TRUSTED_ISSUERS', '[{"issuer":"https://sign-in.example"}]', /issuer and audience/],
]

describe('settings', () => {
  it('have a value each when none is given', () => {
    assert.deepEqual(loadConfig({}), {
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      mqttPort: 1883,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: join(process.cwd(), '.data'),
      databaseUrl: null,
      databasePoolSize: 10,
      sampleRetentionMonths: 25,
      demo: true,
      logLevel: 'info',
      trustProxy: false,
      trustedIssuers: [],
    })
  })

  it('follow the environment, and the command line before it', () => {
    const config = loadConfig(
      { PORT: ' 8080 ', ROLE: 'ingest', DATABASE_URL: 'postgresql://db/trueline', DEMO: 'off', PUBLIC_URL: 'https://factory.example/' },
      ['--role=api'],
    )
    assert.deepEqual([config.port, config.role, config.demo, config.publicUrl], [8080, 'api', false, 'https://factory.example'])
  })

  it('count as not given when they are empty', () => {
    assert.equal(loadConfig({ PORT: '', DATABASE_URL: ' ' }).port, 3000)
  })

  it('read issuers with their defaults', () => {
    const { trustedIssuers } = loadConfig({ TRUSTED_ISSUERS: '[{"issuer":"https://sign-in.example","audience":"factory"}]' })
    assert.deepEqual(trustedIssuers, [
      { issuer: 'https://sign-in.example', audience: 'factory', requiredScope: null, jwksUrl: null, emailClaim: 'email', companyIds: [] },
    ])
  })

  it('refuse to split the process over the embedded database', () => {
    assert.throws(() => loadConfig({}, ['--role', 'ingest']), /The role ingest needs DATABASE_URL/)
  })

  for (const [name, value, sentence] of WRONG) {
    it(`refuses ${name}=${value} in a sentence with the name, the value and the range`, () => {
      assert.throws(
        () => loadConfig({ [name]: value }),
        (error) => error instanceof StartRefusal && sentence.test(error.message),
      )
    })
  }

  it('never repeats the password of a wrong DATABASE_URL', () => {
    assert.throws(
      () => loadConfig({ DATABASE_URL: 'mysql://root:hush@db' }),
      (error) => error instanceof StartRefusal && !error.message.includes('hush'),
    )
  })
})
