import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { singleParams } from '#server/notification/notificationWords.ts'
import type { EmailContent } from './emailKind.ts'
import { NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { EMAIL_KINDS } from './emailKind.ts'
import { emailTextsOf } from './emailTexts.ts'
import { renderEmail, wordsOf } from './renderEmail.ts'

const LINK = 'https://oee.example/activation?hash=abc_-9&lang=uk'

/** One e-mail of each kind, and of each thing that a kind can say. */
function emails(name: string, company: string, role = 'OPERATOR'): readonly EmailContent[] {
  const link = LINK
  return [
    { kind: 'VERIFY_EMAIL', params: { link, name } },
    { kind: 'RESET_PASSWORD', params: { link, name } },
    { kind: 'ALREADY_REGISTERED', params: { link } },
    { kind: 'ACTIVATE', params: { link, name, company } },
    { kind: 'INVITATION', params: { link, company, inviter: name, role } },
    { kind: 'ROLE_REQUEST', params: { link, company, name, role } },
    { kind: 'ROLE_DECIDED', params: { link, company, role, decision: 'APPROVED' } },
    { kind: 'ROLE_DECIDED', params: { link, company, role, decision: 'DECLINED' } },
    { kind: 'PASSWORD_CHANGED', params: { name, time: '2026-11-21T05:04:00.000Z' } },
    { kind: 'TWO_FACTOR_CHANGED', params: { name, state: 'ON' } },
    { kind: 'TWO_FACTOR_CHANGED', params: { name, state: 'OFF' } },
    { kind: 'API_KEY_CREATED', params: { name, key: company, company } },
    { kind: 'SUPPORT_REQUEST', params: { link, name, company, topic: 'The press shows no output' } },
    { kind: 'INTEGRATION_FAILED', params: { link, integration: name, company } },
    { kind: 'INTEGRATION_KEY_ENDS', params: { link, integration: name, company, day: '2026-12-01' } },
    { kind: 'PREPAID_ENDING', params: { link, workCenters: name, company, day: '2026-12-01' } },
    { kind: 'WEBHOOK_DISABLED', params: { webhook: company, host: 'receiver', company } },
    { kind: 'SUPPORT_ANSWER', params: { link, name, topic: 'The press shows no output' } },
    ...(['YES', 'NO'] as const).map((isAttached): EmailContent => ({
      kind: 'REPORT',
      params: {
        link,
        name,
        company,
        report: 'Downtime',
        period: '21 Nov 2026',
        figure: 'OEE 74 %',
        parts: 'Availability 86 %',
        isAttached,
        late: '19 Nov',
        named: '2 Oct',
        unconfirmed: '3',
      },
    })),
    {
      kind: 'REPORT_EXTERNAL',
      params: {
        sender: name,
        company,
        report: 'Downtime',
        period: '21 Nov 2026',
        figure: 'OEE 74 %',
        parts: 'A 86 %',
        unconfirmed: '3',
      },
    },
    { kind: 'REPORT_CONFIRM', params: { link, sender: name, company, report: 'Downtime' } },
    ...NOTIFICATION_TYPES.map((type) => ({
      kind: 'NOTIFICATION' as const,
      params: { ...told(type), workCenter: company, type, link: LINK },
    })),
    {
      kind: 'NOTIFICATIONS',
      params: {
        line1: 'First one',
        line2: 'Second one',
        line3: 'Third one',
        line4: 'Fourth one',
        line5: 'Fifth one',
        count: '12',
        workCenters: company,
        more: '7',
        withheld: '3',
        link: LINK,
      },
    },
    {
      kind: 'NOTIFICATION_DIGEST',
      params: {
        company,
        count: '12',
        since: '10 h 02',
        open: '3',
        untaken: '2',
        line1: 'a',
        line2: 'b',
        line3: '',
        line4: '',
        line5: '',
        more: '',
        link: LINK,
      },
    },
    { kind: 'NOTIFICATION_RETRACTED', params: { since: '10 h 02', workCenter: company, link: LINK } },
    ...(['NETWORK', 'OTHER', 'POWER', 'STOP'] as const).map((cause): EmailContent => ({
      kind: 'NOTIFICATION_GROUP',
      params: { cause, count: '12', since: '10 h 02', workCenters: company, withheld: '3', link: LINK },
    })),
  ]
}

/** Types that tell a name, and not since when. */
const NAMED = ['INTEGRATION_ATTENTION', 'LATE_DATA', 'ORDER_REACHED', 'PREPAID_ENDING'] as const satisfies readonly NotificationType[]

const NOTHING_ELSE = {
  unconfirmed: '',
  known: '',
  offCause: '',
  refusal: '',
  refusals: '',
  counters: '',
  tasks: '',
  integration: '',
  worked: '',
  units: '',
  kwh: '',
  silentToo: '',
  batteryDays: '',
} as const

/** What the sentence of the type tells. */
function told(type: NotificationType) {
  const none = {
    since: '10 h 02',
    duration: '',
    status: '',
    value: '',
    target: '',
    measure: '',
    order: '',
    reason: '',
    mainLoss: '',
    ...NOTHING_ELSE,
    withheld: '',
  } as const
  if (type === 'STATUS_DURATION') return { ...none, duration: '7 h', status: 'Idle', order: 'JO-17', reason: 'Jam' }
  if (NAMED.some((one) => one === type)) return { ...none, since: '', status: 'JO-17' }
  return type === 'TARGET_VALUE' ? { ...none, value: '61 %', target: '65 %', measure: 'OUTPUT' as const, mainLoss: 'Jam' } : none
}

/** Elements of the e-mail's HTML. Typed text that became markup would appear as another element. */
const elements = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.split(/[\s>]/)[0]) ?? []

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'Eve\r\nBcc: all@victims.example',
    '{{link}}',
    '$& $1',
    'Visit https://evil.example now',
  ),
)

describe('an e-mail', () => {
  it('is there for every kind in every language, with its values and nothing left to fill in', () => {
    for (const language of LANGUAGES) {
      const all = emails('Olena Bondar', 'Acme Works')
      assert.deepEqual([...new Set(all.map((email) => email.kind))].toSorted(), [...EMAIL_KINDS].toSorted())
      for (const content of all) {
        const { subject, text, html } = renderEmail(content, language)
        const about = `${language} ${content.kind}: ${text}`
        assert.ok(!/[{}]|undefined|null|Invalid/.test(subject + text), about)
        assert.ok(subject.length > 5 && subject.length < 100, subject)
        for (const [name, value] of Object.entries(content.params)) {
          if (['role', 'decision', 'state', 'time', 'isAttached', 'type', 'cause', 'measure'].includes(name)) continue
          assert.ok(text.includes(value), `${name} is missing: ${about}`)
          assert.ok(html.includes(name === 'link' ? value.replaceAll('&', '&#38;') : value), `${name} is missing in the HTML of ${about}`)
        }
      }
    }
  })

  it('says the role and the time in the language of the reader', () => {
    const { text } = renderEmail({ kind: 'INVITATION', params: { link: LINK, company: 'A', inviter: 'B', role: 'GUEST' } }, 'uk')
    assert.ok(text.includes('Гість'))
    const changed = renderEmail({ kind: 'PASSWORD_CHANGED', params: { name: '', time: '2026-11-21T05:04:00.000Z' } }, 'pl')
    assert.match(changed.text, /21 listopada 2026.* UTC/)
    assert.ok(changed.text.startsWith(emailTextsOf('pl').greetingWithoutName))
    const afternoon = renderEmail({ kind: 'PASSWORD_CHANGED', params: { name: '', time: '2026-11-21T15:04:00.000Z' } }, 'en')
    assert.match(afternoon.text, /21 November 2026 at 15:04 UTC/)
  })

  it('has the same texts with the same placeholders in all languages', () => {
    const shape = (language: (typeof LANGUAGES)[number]) =>
      Object.entries(emailTextsOf(language).emails).map(([key, email]) => [
        key,
        email.lines.length,
        email.button !== undefined,
        [...new Set([email.subject, ...email.lines].join(' ').match(/\{\{\w+\}\}/g))].toSorted(),
      ])
    for (const language of LANGUAGES) assert.deepEqual(shape(language), shape('en'), language)
  })

  it('lets no name become markup, a header, a link or a direction, whatever it is', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.constantFrom(...LANGUAGES), (name, company, language) => {
        const plain = emails('x', 'y').map((content) => elements(renderEmail(content, language).html))
        emails(name, company).forEach((content, at) => {
          const { subject, text, html } = renderEmail(content, language)
          const expected = plain[at] ?? []
          assert.deepEqual(elements(html), expected)
          // oxlint-disable-next-line no-control-regex -- what must not be there
          assert.doesNotMatch(subject, /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
          const addresses = `${subject} ${text}`.match(/https?:\/\/\S+/g) ?? []
          assert.deepEqual(new Set(addresses), new Set(expected.includes('<a') ? [LINK] : []))
        })
      }),
    )
  })

  it('leaves out what there is none of, and leads to the end of such e-mails where they end', () => {
    const params = {
      link: LINK,
      name: '',
      company: 'A',
      report: 'R',
      period: 'P',
      figure: '',
      parts: '',
      isAttached: 'YES',
      late: '',
      named: '',
      unconfirmed: '',
    } as const
    const { text, html } = renderEmail({ kind: 'REPORT', params }, 'en', 'https://oee.example/api/unsubscribe/x.y')
    assert.doesNotMatch(text, /\n\n\n|{{/)
    assert.doesNotMatch(text, /server was away|Too long ago|nobody has confirmed/)
    assert.ok(text.includes('https://oee.example/api/unsubscribe/x.y') && html.includes('href="https://oee.example/api/unsubscribe/x.y"'))
    assert.match(renderEmail({ kind: 'REPORT', params: { ...params, unconfirmed: '3' } }, 'en').text, /nobody has confirmed yet: 3\./)
  })

  it('refuses a link that is none', () => {
    assert.throws(() => renderEmail({ kind: 'ALREADY_REGISTERED', params: { link: '/password/reset' } }, 'en'), /Invalid URL/)
  })

  it('says each of several in a line, what is more, and what was held back, in every language', () => {
    const lines = { line1: 'Press has been stopped', line2: 'Lathe: the battery is at 12 %', line3: '', line4: '', line5: '' }
    const several = { ...lines, count: '2', workCenters: 'Press, Lathe', more: '', withheld: '', link: LINK }
    for (const language of LANGUAGES) {
      const { title, line } = wordsOf({ kind: 'NOTIFICATIONS', params: several }, language)
      assert.match(title, /2.*Press, Lathe|Press, Lathe.*2/)
      assert.equal(line, 'Press has been stopped; Lathe: the battery is at 12 %')
      const full = { ...several, line3: 'Three', line4: 'Four', line5: 'Five', more: '9', withheld: '4' }
      const words = wordsOf({ kind: 'NOTIFICATIONS', params: full }, language)
      assert.match(words.line, /Three; Four; Five; .*9.*4.*\.$/, language)
      const { text } = renderEmail({ kind: 'NOTIFICATIONS', params: several }, language)
      assert.ok(text.includes('Press has been stopped\n\nLathe: the battery is at 12 %\n\n'), text)
      const one = { ...told('STATUS_DURATION'), workCenter: 'Press', type: 'STATUS_DURATION' as const, link: LINK }
      const alone = wordsOf({ kind: 'NOTIFICATION', params: one }, language).line
      const held = wordsOf({ kind: 'NOTIFICATION', params: { ...one, withheld: '4' } }, language).line
      assert.ok(held.startsWith(`${alone} `) && held.includes('4', alone.length), held)
    }
  })

  it('says of a task that somebody wanted by a time that it was wanted by then, not that it has waited since', () => {
    const worded = { type: 'TASK_WAITING', workCenter: 'Press', since: Date.UTC(2026, 10, 23, 9), zone: 'Europe/Kyiv' } as const
    const figures = { statusRuleId: null, status: null, reasonId: null, value: 1, target: null, valueNow: null }
    const lineIn = (language: Language, mode: string) => {
      const told = { ...worded, params: { ...figures, mode } }
      const params = { ...singleParams(told, language, Date.UTC(2026, 10, 23, 10)), link: LINK }
      const { title, line } = wordsOf({ kind: 'NOTIFICATION', params }, language)
      return `${title}. ${line}`
    }
    const wanted = new Map(LANGUAGES.map((language) => [language, lineIn(language, 'LOSS_APPEARED_WANTED')]))
    for (const [language, line] of wanted) {
      assert.equal(line.match(/11:00/g)?.length, 2, line)
      assert.notEqual(line, lineIn(language, 'LOSS_APPEARED'))
      assert.equal(line, lineIn(language, 'COUNTER_RESET_WANTED'))
    }
    assert.equal(new Set(wanted.values()).size, LANGUAGES.length)
    assert.equal(
      wanted.get('en'),
      'Press: something was wanted of you by 11:00. At Press the reason of a stop, or the order of output, was wanted by 11:00 and is still missing.',
    )
    assert.match(lineIn('en', 'LOSS_APPEARED'), /has waited for you since 11:00/)
  })

  it('names statuses that no rule has, figures and days as people of the language do', () => {
    const none = { measure: '', order: '', reason: '', mainLoss: '', ...NOTHING_ELSE, withheld: '' } as const
    const params = {
      ...none,
      workCenter: 'Press',
      since: '10:02',
      duration: '0:20',
      value: '66.2 %',
      target: '70 %',
      status: 'OFF',
      link: LINK,
    }
    const told = (type: NotificationType, more: object, language: 'pl' | 'uk') =>
      wordsOf({ kind: 'NOTIFICATION', params: { ...params, ...more, type } }, language)
    assert.match(told('STATUS_DURATION', {}, 'uk').line, /«Вимкнено»|“Вимкнено”|„Вимкнено/)
    assert.match(told('STATUS_DURATION', { status: 'Tool change' }, 'uk').line, /Tool change/)
    const { title, line } = told('TARGET_VALUE', {}, 'pl')
    assert.match(`${title} ${line}`, /66,2 %/)
    assert.equal(told('TARGET_VALUE', { measure: 'OUTPUT' }, 'uk').title, 'Press: ціль не досягнуто, Випуск відносно цілі 66,2 %')
    assert.ok(told('TARGET_VALUE', { mainLoss: 'Jam' }, 'pl').line.endsWith('cel to 70 %. Główna strata: Jam.'))
    assert.ok(told('STATUS_DURATION', { order: 'JO-17' }, 'pl').line.endsWith('czyli 0:20 h. Zlecenie: JO-17.'))
    const provisional = told('TARGET_VALUE', { known: '87 %', unconfirmed: '1' }, 'uk').line
    assert.ok(provisional.endsWith('Дані є за 87 % часу.'), provisional)
    assert.ok(told('WORK_CENTER_OFF', { offCause: 'BATTERY_EMPTY' }, 'pl').line.endsWith('Przyczyna: rozładowana bateria.'))
    assert.ok(told('CONNECTION_ERROR', { refusal: 'TOO_LATE', refusals: '7' }, 'uk').line.endsWith('Чому: надійшли запізно (7).'))
    assert.match(
      told('WORK_IN_NON_WORK_TIME', { worked: '1:05', units: '12.5', kwh: '1234.56' }, 'pl').line,
      /1:05 h\. Sztuki policzone od ostatniej zmiany: 12,5\. Znana dotąd energia: 1234,56 kWh\.$/,
    )
    assert.ok(told('CONNECTION_LOST', { silentToo: '3' }, 'uk').line.endsWith('Інших робочих центрів, що теж мовчать: 3.'))
    assert.ok(told('BATTERY_LOW', { batteryDays: '5 (4–7)' }, 'pl').line.endsWith('Pozostało dni: około 5 (4–7).'))
    assert.equal(told('FLOW_ERROR', { counters: 'COUNTER_SPIKE' }, 'pl').title, 'Press: licznik przeskoczył')
    assert.equal(told('FLOW_ERROR', { counters: 'COUNTER_MISMATCH' }, 'pl').title, 'Press: liczniki się nie zgadzają')
    const cancelled = told('INTEGRATION_ATTENTION', { status: 'ERP: B-1', integration: 'CANCELLED' }, 'uk')
    assert.equal(cancelled.line, 'Press: ERP: B-1 – тут скасовано, в іншій системі ще відкрито.')
    assert.match(told('INTEGRATION_ATTENTION', { status: 'ERP' }, 'uk').line, /стоїть, доки хтось не вирішить/)
    assert.match(told('PREPAID_ENDING', { status: '2026-12-01' }, 'pl').line, /1 grudnia 2026/)
  })
})
