import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ConfirmRules,
  fieldsOf,
  isRestNotMade,
  newDraft,
  padded,
  prefilledOf,
  readDraft,
  textOf,
  withReason,
  withScannedReason,
} from './confirm.view.ts'
import { rejectTiles, scannedPieces, scannedTile } from './sheetForm.view.ts'

const RULES: ConfirmRules = {
  calculationType: 'TOTAL_AND_REJECTED',
  isWhole: true,
  isReasonRequired: false,
  isShared: false,
  mayFollow: false,
  counted: { accepted: 226, rejected: 14 },
  plan: { planOutput: 500, acceptedOutput: 300 },
}
const EMPTY = newDraft('TOTAL_AND_REJECTED')
const typed = (keys: string, draft = EMPTY) =>
  [...keys].reduce((now, key) => padded(now, key === '<' ? 'DELETE' : key, textOf(now, now.active, 240, 'en'), 'en'), draft)

describe('the sheet in which output is confirmed', () => {
  it('is prefilled with what was counted, so that two taps confirm it', () => {
    const { accepted, rejected, total, difference, problem, overPlanBy } = readDraft(EMPTY, RULES, 'en')
    assert.deepEqual(
      { accepted, rejected, total, difference, problem, overPlanBy },
      {
        accepted: 226,
        rejected: 14,
        total: 240,
        difference: 0,
        problem: null,
        overPlanBy: 26,
      },
    )
  })

  it('is prefilled with three places at most, as metres are counted', () => {
    const counted = { accepted: 183217.569, rejected: 2610.09 }
    assert.equal(prefilledOf('total', { ...RULES, isWhole: false, counted }), 185827.659)
    assert.equal(prefilledOf('accepted', { ...RULES, isWhole: false, counted: { accepted: 0.1 + 0.2, rejected: 0 } }), 0.3)
  })

  it('asks for the two numbers that the device counts; the third follows', () => {
    assert.deepEqual(fieldsOf('TOTAL_AND_REJECTED'), { asked: ['total', 'rejected'], derived: 'accepted' })
    assert.deepEqual(fieldsOf('ACCEPTED_AND_REJECTED').derived, 'total')
    const less = readDraft(typed('235'), RULES, 'en')
    assert.deepEqual([less.accepted, less.rejected, less.difference], [221, 14, -5])
    const both = readDraft({ ...typed('30', { ...EMPTY, active: 'rejected' }), active: 'total' }, RULES, 'en')
    assert.deepEqual([both.accepted, both.rejected], [210, 30])
    assert.equal(readDraft(typed('10'), RULES, 'en').problem?.code, 'VALUE_OUT_OF_RANGE')
    assert.equal(readDraft(typed('<'), { ...RULES, counted: { accepted: 240, rejected: 0 } }, 'en').problem?.code, 'OUTPUT_NOT_POSITIVE')
  })

  it('begins a new number with the first digit, and goes on with the next', () => {
    assert.equal(typed('5').texts.total, '5')
    assert.equal(typed('52<0').texts.total, '50')
    assert.equal(typed('<').texts.total, '')
    assert.equal(typed('007').texts.total, '7')
    assert.equal(typed('1,5,2').texts.total, '1.52')
    assert.equal(readDraft(typed('20,5'), RULES, 'en').problem?.code, 'NOT_WHOLE')
    const metres = { ...RULES, isWhole: false, counted: { accepted: 5, rejected: 0 } }
    assert.equal(readDraft(typed('1000,125'), metres, 'en').total, 1000.125)
    assert.equal(readDraft(typed('1,250'), metres, 'en').total, 1.25)
    for (const locale of ['en', 'es', 'pl', 'ru', 'uk', 'uz']) {
      const pressed = [...'12,375'].reduce((now, key) => padded(now, key, textOf(now, 'total', 5, locale), locale), EMPTY)
      assert.equal(readDraft(pressed, metres, locale).total, 12.375, locale)
    }
  })

  it('takes a scanned reason for the rejects without one, then for one more piece of those that were accepted', () => {
    const first = withScannedReason(EMPTY, 7, RULES, 'en')
    const second = withScannedReason(withScannedReason(first, 8, RULES, 'en'), 8, RULES, 'en')
    const figures = (draft: typeof EMPTY, rules = RULES) => {
      const { accepted, rejected, total, reasons } = readDraft(draft, rules, 'en')
      return [accepted, rejected, total, reasons.map(({ reasonId, output }) => `${reasonId}: ${output}`).join(', ')]
    }
    assert.deepEqual(figures(first), [226, 14, 240, '7: 14'])
    assert.deepEqual(figures(second), [224, 16, 240, '7: 14, 8: 2'])
    for (const calculationType of ['ACCEPTED_AND_REJECTED', 'TOTAL_AND_ACCEPTED', 'TOTAL_AND_REJECTED'] as const) {
      const nothing = { ...RULES, calculationType, counted: { accepted: 0, rejected: 0 } }
      assert.deepEqual(figures(withScannedReason(newDraft(calculationType), 7, nothing, 'en'), nothing), [0, 1, 1, '7: 1'])
      const some = { ...RULES, calculationType, counted: { accepted: 5, rejected: 0 } }
      assert.deepEqual(figures(withScannedReason(newDraft(calculationType), 7, some, 'en'), some), [4, 1, 5, '7: 1'])
    }
  })

  it('knows a scanned reason that has no tile, needs words, or is of another machine', () => {
    const reason = (id: number, requireExtraNotes = false) => ({ id, name: `R${id}`, color: '#000000', requireExtraNotes })
    const form = { qualityReasons: [...Array.from({ length: 7 }, (_, index) => reason(index + 1)), reason(8, true)] }
    assert.deepEqual(scannedTile(form, 7), { reasonId: 7, name: 'R7', color: '#000000' })
    assert.deepEqual([scannedTile(form, 8), scannedTile(form, 9)], ['NEEDS_WORDS', 'UNKNOWN'])
    // Scanned three times before the sheet was ready it is three pieces.
    const { tiles, wordsFor, isUnknown } = scannedPieces(
      form,
      [7, 7, 9, 7, 8].map((reasonId) => ({ reasonId })),
    )
    assert.deepEqual([tiles.map(({ reasonId }) => reasonId), wordsFor, isUnknown], [[7, 7, 7], 8, true])
  })

  it('gives a tapped reason the rejects that have none', () => {
    const one = withReason(EMPTY, 7, 14, 'en')
    assert.deepEqual(readDraft(one, RULES, 'en').reasons, [{ reasonId: 7, output: 14 }])
    const fewer = padded(one, '9', textOf(one, one.active, 0, 'en'), 'en')
    const two = withReason(fewer, 8, readDraft(fewer, RULES, 'en').unexplained, 'en')
    assert.deepEqual(readDraft(two, RULES, 'en').reasons, [
      { reasonId: 7, output: 9 },
      { reasonId: 8, output: 5 },
    ])
    assert.deepEqual(readDraft(withReason(two, 7, 0, 'en'), RULES, 'en').reasons, [{ reasonId: 8, output: 5 }])
  })

  it('forgets the reasons once nothing is rejected any more', () => {
    const named = withReason(EMPTY, 7, 14, 'en')
    const none = readDraft({ ...named, texts: { ...named.texts, rejected: '0' } }, RULES, 'en')
    assert.deepEqual([none.reasons, none.problem], [[], null])
    const again = readDraft({ ...named, texts: { ...named.texts, rejected: '14' } }, RULES, 'en')
    assert.deepEqual(again.reasons, [{ reasonId: 7, output: 14 }])
  })

  it('proposes nothing of what was counted for several orders together, and calls none of it not made', () => {
    const shared = { ...RULES, isShared: true }
    const empty = readDraft(EMPTY, shared, 'en')
    assert.deepEqual([empty.accepted, empty.rejected, empty.problem?.code], [0, 0, 'OUTPUT_NOT_POSITIVE'])
    assert.equal(prefilledOf('total', shared), 0)
    const own = readDraft({ ...EMPTY, texts: { total: '100', rejected: '4' } }, shared, 'en')
    assert.deepEqual([own.accepted, own.rejected, own.difference], [96, 4, 0])
    assert.equal(isRestNotMade(own, shared, 'NOT_MADE'), false)
    const more = readDraft({ ...EMPTY, texts: { total: '250', rejected: '0' } }, shared, 'en')
    assert.equal(more.difference, 10)
    const less = readDraft(typed('235'), RULES, 'en')
    assert.deepEqual([isRestNotMade(less, RULES, 'NOT_MADE'), isRestNotMade(less, RULES, 'LATER')], [true, false])
    assert.equal(isRestNotMade(readDraft(EMPTY, RULES, 'en'), RULES, 'NOT_MADE'), false)
  })

  it('says how many reasons are missing where each reject needs one, and how many are too many', () => {
    const required = { ...RULES, isReasonRequired: true }
    const missing = readDraft(EMPTY, required, 'en')
    assert.deepEqual([missing.problem?.code, missing.unexplained], ['QUALITY_REASON_REQUIRED', 14])
    const many = padded(withReason(EMPTY, 7, 14, 'en'), '5', '14', 'en')
    const tooMany = padded(many, '0', '5', 'en')
    assert.deepEqual(readDraft(tooMany, required, 'en').problem, {
      code: 'QUALITY_REASONS_EXCEED',
      field: 'qualityReasons',
      params: { by: 36 },
    })
  })
})

describe('the tiles of a reject', () => {
  const reason = (id: number, requireExtraNotes = false) => ({ id, name: `Reason ${id}`, color: '#112233', requireExtraNotes })
  const form = {
    isReasonRequired: true,
    isWhole: true,
    mayFollow: true,
    problem: null,
    qualityReasons: [reason(1), reason(2, true), reason(3)],
  }
  const ids = (more: Partial<Parameters<typeof rejectTiles>[0]>) =>
    rejectTiles({ ...form, ...more })?.map(({ reasonId }) => reasonId) ?? null

  it('are the reasons given most that need no words, six at most, and none where no reason is asked for', () => {
    assert.deepEqual(ids({}), [1, 3])
    assert.deepEqual(ids({ isReasonRequired: false }), [1, 3, null])
    assert.deepEqual(ids({ qualityReasons: [1, 2, 3, 4, 5, 6, 7].map((id) => reason(id)) }), [1, 2, 3, 4, 5, 6])
    assert.deepEqual(ids({ isReasonRequired: false, qualityReasons: [] }), [null])
  })

  it('are not there where a reject cannot be said alone', () => {
    assert.equal(ids({ mayFollow: false }), null)
    assert.equal(ids({ isWhole: false }), null)
    assert.equal(ids({ problem: 'SHIFT_CONFIRMED' }), null)
    assert.equal(ids({ qualityReasons: [reason(2, true)] }), null)
  })
})
