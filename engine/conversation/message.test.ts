import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import {
  attachmentKindOf,
  attachmentName,
  MAX_MESSAGE_LENGTH,
  messagesOf,
  problemOfMessage,
  problemOfMessageChange,
  sentAtOf,
} from './message.ts'

describe('a message', () => {
  it('of a longer text are several, which together are the text', () => {
    assert.deepEqual([messagesOf(' short '), messagesOf(' ')], [['short'], []])
    const long = 'x'.repeat(MAX_MESSAGE_LENGTH - 1) + '🔧' + 'y'.repeat(500)
    const messages = messagesOf(long)
    assert.equal(messages.join(''), long)
    assert.deepEqual(
      messages.map(({ length }) => length),
      [MAX_MESSAGE_LENGTH - 1, 502],
    )
    assert.ok(messages.every((content) => problemOfMessage({ content, contentType: 'TEXT' }) === null))
  })

  it('has a text that says something, of at most 4,000 characters', () => {
    assert.equal(problemOfMessage({ content: 'x'.repeat(MAX_MESSAGE_LENGTH), contentType: 'TEXT' }), null)
    assert.equal(problemOfMessage({ content: ' \n ', contentType: 'TEXT' })?.code, 'REQUIRED')
    assert.deepEqual(problemOfMessage({ content: 'x'.repeat(MAX_MESSAGE_LENGTH + 1), contentType: 'TEXT' })?.params, { min: 1, max: 4_000 })
  })

  it('that is a file names its upload', () => {
    assert.equal(problemOfMessage({ content: '0198f7c2-7d6e-7cc3-98c4-dc0c0c07398f', contentType: 'ATTACHMENT' }), null)
    assert.equal(problemOfMessage({ content: 'plan.pdf', contentType: 'ATTACHMENT' })?.code, 'ATTACHMENT_NOT_FOUND')
  })

  it('was sent when it was written, up to 14 days ago and never in the time to come', () => {
    const now = Date.UTC(2026, 4, 20, 12)
    assert.equal(sentAtOf(null, now).at, now)
    assert.equal(sentAtOf(now + MINUTE_MS, now).at, now)
    assert.deepEqual(sentAtOf(now - 14 * DAY_MS, now), { at: now - 14 * DAY_MS, problem: null })
    assert.equal(sentAtOf(now - 14 * DAY_MS - 1, now).problem?.code, 'SAID_TOO_LONG_AGO')
  })

  it('is changed by who sent it, until 15 minutes after it arrived', () => {
    const message = { senderId: 'a', contentType: 'TEXT', receivedOn: 0, isDeleted: false } as const
    const codeOf = (now: number, userId = 'a', act: 'DELETE' | 'EDIT' = 'EDIT', more: object = {}) =>
      problemOfMessageChange({ ...message, ...more }, { userId, now, act })?.code ?? null
    assert.equal(codeOf(15 * MINUTE_MS), null)
    assert.equal(codeOf(15 * MINUTE_MS + 1), 'MESSAGE_TOO_OLD')
    assert.equal(codeOf(0, 'b'), 'MESSAGE_OF_ANOTHER')
    assert.equal(codeOf(0, 'a', 'EDIT', { isDeleted: true }), 'MESSAGE_DELETED')
    assert.equal(codeOf(DAY_MS, 'a', 'DELETE', { isDeleted: true }), null)
    assert.equal(codeOf(0, 'a', 'EDIT', { contentType: 'ATTACHMENT' }), 'MESSAGE_NOT_TEXT')
    assert.equal(codeOf(0, 'a', 'DELETE', { contentType: 'ATTACHMENT' }), null)
  })
})

describe('a file', () => {
  it('is what its bytes begin with, whatever it is called', () => {
    const bytes = (...parts: readonly (number | string)[]) =>
      Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [part])))
    assert.equal(attachmentKindOf(bytes('%PDF-1.7')), 'PDF')
    assert.equal(attachmentKindOf(bytes(0xff, 0xd8, 0xff, 0xe0)), 'PICTURE')
    assert.equal(attachmentKindOf(bytes(0x89, 'PNG\r\n', 0x1a, '\n')), 'PICTURE')
    assert.equal(attachmentKindOf(bytes('RIFF', 1, 2, 3, 4, 'WEBP')), 'PICTURE')
    assert.equal(attachmentKindOf(bytes('<svg xmlns=')), null)
    assert.equal(attachmentKindOf(bytes('MZ')), null)
    assert.equal(attachmentKindOf(bytes()), null)
  })

  it('keeps its name without path and control characters', () => {
    assert.equal(attachmentName('C:\\drawings\\Гідравліка 3.pdf'), 'Гідравліка 3.pdf')
    assert.equal(attachmentName('../../etc/pass\u0000wd'), 'passwd')
    assert.equal(attachmentName('\n'), 'file')
    assert.equal(attachmentName('ä'.repeat(300)).length, 200)
  })
})
