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
  ['DEMO_HISTORY_DAYS', '31', /^The setting DEMO_HISTORY_DAYS must be a whole number from 1 to 30; "31" is not\.$/],
  ['LOG_LEVEL', 'loud', /one of fatal, error, warn/],
  ['ROLE', 'boss', /^The setting ROLE must be one of/],
  ['PUBLIC_URL', 'factory.example', /http:\/\/ or https:\/\//],
  [
    'PUBLIC_URL',
    'https://factory.example/oee',
    /^The setting PUBLIC_URL must be a URL .* has a host and at most a port; "https:\/\/factory\.example\/oee" is not\.$/,
  ],
  ['PUBLIC_URL', 'https://anna@factory.example', /has a host and at most a port/],
  ['PUBLIC_URL', 'https://factory.example/?a=b', /has a host and at most a port/],
  ['DATA_DIR', '/', /^The setting DATA_DIR must be the path of a directory of its own; "\/" is not\.$/],
  ['DATABASE_POOL_SIZE', '1', /from 2 to 200/],
  ['SAMPLE_RETENTION_MONTHS', '1', /from 2 to 240/],
  ['TRUST_PROXY', 'true', /on or off/],
  ['TRUSTED_ISSUERS', '{', /JSON array of objects with issuer, audience or requiredScope/],
  ['TRUSTED_ISSUERS', '[{"issuer":"https://sign-in.example"}]', /audience or requiredScope/],
  ['TRUSTED_ISSUERS', '[{"issuer":"sign-in","audience":"factory"}]', /^The setting TRUSTED_ISSUERS must be/],
  [
    'OPENID_AUTHORITY',
    'sign-in.example',
    /^The setting OPENID_AUTHORITY must be a URL that starts with http:\/\/ or https:\/\/; "sign-in\.example" is not\.$/,
  ],
  ['OPENID_COMPANY_SUFFIX', 'yes', /^The setting OPENID_COMPANY_SUFFIX must be on or off; "yes" is not\.$/],
  ['MAIL_FROM', 'trueline', /^The setting MAIL_FROM must be an e-mail address, or a name with one in angle brackets; "trueline" is not\.$/],
  ['MAIL_FROM', 'Trueline <no-reply@>', /^The setting MAIL_FROM must be/],
  ['REGISTRATION', 'closed', /^The setting REGISTRATION must be on or off; "closed" is not\.$/],
  ['TERMS_URL', '/terms', /^The setting TERMS_URL must be a URL that starts with http:\/\/ or https:\/\/; "\/terms" is not\.$/],
  ['PRIVACY_URL', 'javascript:alert(1)', /^The setting PRIVACY_URL must be a URL/],
  ['GEOLOCATION_URL', 'https://where.example/', /has \{ip\} where the address belongs; "https:\/\/where\.example\/" is not\.$/],
  ['GEOLOCATION_URL', 'ftp://where.example/{ip}', /^The setting GEOLOCATION_URL must be/],
  ['ASSISTANT_URL', 'models.example', /^The setting ASSISTANT_URL must be a URL that starts with http:\/\/ or https:\/\//],
  ['ASSISTANT_URL', 'https://me:secret@models.example/v1', /^The setting ASSISTANT_URL must be .*; the given value is not\.$/],
  ['ASSISTANT_KEY', 'secret', /^ASSISTANT_KEY and ASSISTANT_MODEL need ASSISTANT_URL/],
  ['ANALYTICS_ID', 'G 1', /^The setting ANALYTICS_ID must be up to 50 letters, digits and dashes; "G 1" is not\.$/],
  ['MAINTENANCE', 'true', /^The setting MAINTENANCE must be on or off; "true" is not\.$/],
]

describe('settings', () => {
  it('have a value each when none is given', () => {
    assert.deepEqual(loadConfig({}), {
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      mqttPort: 1883,
      mqttTls: null,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: join(process.cwd(), '.data'),
      secretsKeyFile: join(process.cwd(), '.data', 'secrets.key'),
      databaseUrl: null,
      databasePoolSize: 10,
      sampleRetentionMonths: 25,
      demo: true,
      demoSimulator: true,
      demoHistoryDays: 14,
      logLevel: 'info',
      trustProxy: false,
      trustedIssuers: [],
      openId: null,
      smtpUrl: null,
      mailFrom: null,
      supportEmail: null,
      registration: true,
      termsUrl: null,
      privacyUrl: null,
      geolocationUrl: null,
      assistantModel: null,
      analyticsId: '',
      webhookPrivate: false,
      pushHosts: ['googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'],
      maintenance: false,
    })
  })

  it('name the provider to sign in at with its defaults, or as they are given', () => {
    const OPENID_AUTHORITY = 'https://sign-in.example/realm'
    const TRUSTED_ISSUERS = JSON.stringify([{ issuer: OPENID_AUTHORITY, audience: 'oee' }])
    assert.deepEqual(loadConfig({ OPENID_AUTHORITY, TRUSTED_ISSUERS }).openId, {
      authority: OPENID_AUTHORITY,
      clientId: 'trueline-web',
      scope: 'openid profile',
      companySuffix: false,
    })
    const given = {
      OPENID_AUTHORITY: `${OPENID_AUTHORITY}/`,
      OPENID_CLIENT_ID: 'oee',
      OPENID_SCOPE: 'openid oee',
      OPENID_COMPANY_SUFFIX: 'on',
    }
    assert.deepEqual(loadConfig({ ...given, TRUSTED_ISSUERS }).openId, {
      authority: OPENID_AUTHORITY,
      clientId: 'oee',
      scope: 'openid oee',
      companySuffix: true,
    })
  })

  it('refuse a provider none of whose tokens would be accepted', () => {
    assert.throws(() => loadConfig({ OPENID_AUTHORITY: 'https://sign-in.example' }), /OPENID_AUTHORITY needs TRUSTED_ISSUERS/)
  })

  it('say how e-mails are sent, who may register and what else the product shows', () => {
    const config = loadConfig({
      SMTP_URL: 'smtps://user:pass@mail.example',
      MAIL_FROM: 'Trueline <no-reply@factory.example>',
      REGISTRATION: 'off',
      TERMS_URL: 'https://factory.example/terms',
      PRIVACY_URL: 'https://factory.example/privacy',
      GEOLOCATION_URL: 'https://where.example/?ip={ip}',
      ANALYTICS_ID: 'G-1',
      MAINTENANCE: 'on',
    })
    assert.deepEqual(
      [config.smtpUrl, config.mailFrom, config.registration, config.termsUrl, config.privacyUrl],
      [
        'smtps://user:pass@mail.example',
        'Trueline <no-reply@factory.example>',
        false,
        'https://factory.example/terms',
        'https://factory.example/privacy',
      ],
    )
    assert.deepEqual([config.geolocationUrl, config.analyticsId, config.maintenance], ['https://where.example/?ip={ip}', 'G-1', true])
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

  it('open MQTT over TLS with a certificate and its key, and refuse it without them', () => {
    const files = { MQTT_TLS_CERT: 'cert.pem', MQTT_TLS_KEY: '/etc/key.pem' }
    const paths = { certPath: join(process.cwd(), 'cert.pem'), keyPath: '/etc/key.pem' }
    assert.deepEqual(loadConfig({ ...files, MQTT_TLS_PORT: '8883' }).mqttTls, { host: '127.0.0.1', port: 8883, ...paths })
    assert.equal(loadConfig({ ...files, MQTT_TLS_PORT: '8883', MQTT_TLS_HOST: '0.0.0.0' }).mqttTls?.host, '0.0.0.0')
    assert.equal(loadConfig(files).mqttTls, null)
    assert.throws(() => loadConfig({ MQTT_TLS_PORT: '8883', MQTT_TLS_CERT: 'cert.pem' }), /needs MQTT_TLS_CERT and MQTT_TLS_KEY/)
    assert.throws(() => loadConfig({ ...files, MQTT_TLS_PORT: '70000' }), /^StartRefusal: The setting MQTT_TLS_PORT must be a whole number/)
  })

  for (const args of [['--port=80'], ['ingest'], ['--role=all', '--verbose'], ['--roles', 'api']]) {
    it(`refuse the unknown argument of "${args.join(' ')}" in a sentence`, () => {
      assert.throws(
        () => loadConfig({}, args),
        (error) =>
          error instanceof StartRefusal &&
          /^There is no argument (--port=80|ingest|--verbose|--roles); --role is the only one/.test(error.message),
      )
    })
  }

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

  for (const name of ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL']) {
    it(`never repeats the password of a wrong ${name}`, () => {
      assert.throws(
        () => loadConfig({ [name]: 'mysql://root:hush@db' }),
        (error) =>
          error instanceof StartRefusal && error.message.startsWith(`The setting ${name} must be`) && !error.message.includes('hush'),
      )
    })
  }

  it('take a scope instead of an audience from issuers that write none of ours', () => {
    const { trustedIssuers } = loadConfig({ TRUSTED_ISSUERS: '[{"issuer":"https://sign-in.example","requiredScope":"oee"}]' })
    assert.deepEqual([trustedIssuers[0]?.audience, trustedIssuers[0]?.requiredScope], [null, 'oee'])
  })
})
