import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { problemOfContainers, unitsByContainer } from './containerUnits.ts'
import { planPostings } from './planPosting.ts'
import type { PostedBatch } from './planPosting.ts'
import { overPlanBy, overPlanOfEach, problemOfPostedOrder, problemsOfReasons, problemsOfUnits } from './postingRules.ts'
import type { PostingSettings } from './postingRules.ts'
import { chooseSegments, waitingIn } from './postingSegments.ts'
import type { AskedSegments, PostingSegment } from './postingSegments.ts'

const NONE = { accepted: 0, rejected: 0 }
const SETTINGS: PostingSettings = {
  type: 'DISCRETE',
  allowMultipleOutputConfirmation: false,
  allowPastPeriodConfirmations: false,
  isOutputRequiredOnConfirmation: false,
  isJobOrderRequiredForConfirmation: false,
  isQualityReasonRequiredOnConfirmation: false,
  requireReasonForEachRejection: false,
}
const MULTIPLE = { ...SETTINGS, allowMultipleOutputConfirmation: true }
const ALL: AskedSegments = { ids: null, cutsOpen: false, isClosing: false, earliest: 0 }

function segment(id: number, accepted: number, more: Partial<PostingSegment> = {}): PostingSegment {
  return {
    id,
    start: id * 1000,
    end: id * 1000 + 1000,
    shiftStart: 0,
    registered: { total: accepted, accepted, rejected: 0 },
    confirmed: NONE,
    confirmedOfOrder: NONE,
    strokes: null,
    isShiftConfirmed: false,
    isClosed: false,
    posted: null,
    runMs: 60_000,
    orderCount: 1,
    ...more,
  }
}

describe('segments of an act', () => {
  const oldest = segment(1, 40)
  const open = segment(2, 200, { end: null })
  const idsOf = (asked: Partial<AskedSegments>, settings = SETTINGS, segments = [open, oldest]) => {
    const { segments: chosen, problems } = chooseSegments({ ...ALL, ...asked }, segments, settings)
    return { ids: chosen.map(({ id }) => id), codes: problems.map(({ code }) => code) }
  }
  const chosen = (...ids: number[]) => ({ ids, codes: [] })
  const refused = (...codes: string[]) => ({ ids: [], codes })

  it('are all that wait, oldest first, with the one that counts where it ends now (O-3, O-4)', () => {
    assert.deepEqual(idsOf({}), chosen(1))
    assert.deepEqual(idsOf({ cutsOpen: true }), chosen(1, 2))
    assert.deepEqual(idsOf({}, MULTIPLE), chosen(1, 2))
    assert.deepEqual(idsOf({ isClosing: true }, MULTIPLE), chosen(1))
    assert.deepEqual(idsOf({ cutsOpen: true }, SETTINGS, [segment(1, 0), open]), chosen(2))
  })

  it('are refused where they count on and are not ended', () => {
    assert.deepEqual(idsOf({}, SETTINGS, [open]), refused('SEGMENT_STILL_COUNTING'))
    assert.deepEqual(idsOf({ ids: [2] }), { ids: [2], codes: ['SEGMENT_STILL_COUNTING'] })
    assert.deepEqual(idsOf({ ids: [2], isClosing: true }, MULTIPLE), { ids: [2], codes: ['SEGMENT_STILL_COUNTING'] })
    assert.deepEqual(idsOf({ ids: [2] }, MULTIPLE), chosen(2))
  })

  it('are named one at a time unless several are allowed, and must be there', () => {
    assert.deepEqual(idsOf({ ids: [1, 2], cutsOpen: true }), refused('ONE_SEGMENT_ONLY'))
    assert.deepEqual(idsOf({ ids: [1, 2] }, MULTIPLE), chosen(1, 2))
    assert.deepEqual(idsOf({ ids: [1, 7, 8] }, MULTIPLE), refused('OUTPUT_SEGMENT_NOT_FOUND', 'OUTPUT_SEGMENT_NOT_FOUND'))
  })

  it('are confirmed anew by a correction though a later posting closed them (O-12)', () => {
    const closed = segment(1, 40, { isClosed: true })
    assert.deepEqual(idsOf({ ids: [1] }, MULTIPLE, [closed]), { ids: [1], codes: ['SEGMENT_CONFIRMED'] })
    assert.deepEqual(idsOf({ ids: [1], isCorrection: true }, MULTIPLE, [closed]), chosen(1))
  })

  it('are confirmed once, unless several times are allowed; closed ones not at all (O-8)', () => {
    const posted = segment(1, 40, { posted: { at: 5, by: 'olena' }, confirmed: { accepted: 10, rejected: 0 } })
    assert.deepEqual(idsOf({ ids: [1] }, SETTINGS, [posted]), { ids: [1], codes: ['SEGMENT_CONFIRMED'] })
    assert.deepEqual(idsOf({}, SETTINGS, [posted]), refused('SEGMENT_CONFIRMED'))
    assert.deepEqual(idsOf({ ids: [1] }, MULTIPLE, [posted]), chosen(1))
    assert.deepEqual(idsOf({ ids: [1] }, MULTIPLE, [{ ...posted, isClosed: true }]), { ids: [1], codes: ['SEGMENT_CONFIRMED'] })
  })

  it('lie in no confirmed shift, and in none that is past where that is not allowed (O-5)', () => {
    assert.deepEqual(idsOf({ ids: [1] }, SETTINGS, [segment(1, 40, { isShiftConfirmed: true })]), { ids: [1], codes: ['SHIFT_CONFIRMED'] })
    assert.deepEqual(idsOf({ ids: [1], earliest: 1001 }), { ids: [1], codes: ['PAST_PERIOD'] })
    assert.deepEqual(idsOf({ ids: [1], earliest: 1000 }), chosen(1))
    assert.deepEqual(idsOf({ ids: [1], earliest: 1001 }, { ...SETTINGS, allowPastPeriodConfirmations: true }), chosen(1))
    assert.deepEqual(idsOf({ earliest: 1001, cutsOpen: true }), chosen(2))
  })

  it('are refused for what stands in the way of the newest of them where none of those that wait may be confirmed', () => {
    const confirmed = segment(1, 40, { isShiftConfirmed: true })
    assert.deepEqual(idsOf({}, SETTINGS, [confirmed]), refused('SHIFT_CONFIRMED'))
    assert.deepEqual(idsOf({ earliest: 1001 }, SETTINGS, [oldest]), refused('PAST_PERIOD'))
    const posted = segment(3, 25, { posted: { at: 5, by: 'olena' }, confirmed: { accepted: 20, rejected: 0 } })
    assert.deepEqual(idsOf({ cutsOpen: true }, SETTINGS, [confirmed, posted]), refused('SEGMENT_CONFIRMED'))
    // What counts next is where people say that more was made, and what was counted without a rest stands in no way.
    assert.deepEqual(idsOf({ cutsOpen: true }, SETTINGS, [confirmed, segment(4, 0, { end: null })]), chosen(4))
    assert.deepEqual(idsOf({}, SETTINGS, [{ ...posted, confirmed: { accepted: 25, rejected: 0 } }]), chosen())
  })

  it('may be none, unless one is required', () => {
    assert.deepEqual(idsOf({}, SETTINGS, []), chosen())
    assert.deepEqual(idsOf({}, { ...SETTINGS, isOutputRequiredOnConfirmation: true }, []), refused('OUTPUT_SEGMENT_REQUIRED'))
  })

  it('have together what waits in each', () => {
    assert.deepEqual(waitingIn([oldest, open]), { total: 240, accepted: 240, rejected: 0 })
  })
})

describe('what is confirmed', () => {
  const codesOf = (problems: readonly { readonly code: string }[]) => problems.map(({ code }) => code)

  it('is more than nothing, in whole pieces, and of metres three places', () => {
    const codes = (accepted: number, rejected: number, type: 'CONTINUOUS' | 'DISCRETE' = 'DISCRETE') =>
      codesOf(problemsOfUnits({ accepted, rejected }, type))
    assert.deepEqual(codes(0, 0), ['OUTPUT_NOT_POSITIVE'])
    assert.deepEqual(codes(-60, 70), ['VALUE_OUT_OF_RANGE'])
    assert.deepEqual(codes(1.5, -1), ['NOT_WHOLE', 'VALUE_OUT_OF_RANGE'])
    assert.deepEqual(codes(1_000_000_001, Number.NaN), ['VALUE_OUT_OF_RANGE', 'VALUE_OUT_OF_RANGE'])
    assert.deepEqual(codes(1000.125, 0, 'CONTINUOUS'), [])
    assert.deepEqual(codes(0.0005, 0, 'CONTINUOUS'), ['TOO_MANY_PLACES'])
    assert.deepEqual(codes(0, 1), [])
  })

  it('goes beyond the plan in the posting that does, not in the ones before it (O-10)', () => {
    assert.deepEqual(overPlanOfEach({ planOutput: 500, acceptedOutput: 300 }, [40, 200, 0, 5]), [null, 40, null, 45])
    assert.deepEqual(overPlanOfEach({ planOutput: null, acceptedOutput: 300 }, [40, 200]), [null, null])
  })

  it('fills containers evenly: whole pieces, and of a whole number of metres thousandths (O-1)', () => {
    assert.deepEqual(unitsByContainer(1000, 3, 'DISCRETE'), [334, 333, 333])
    assert.deepEqual(unitsByContainer(1000, 3, 'CONTINUOUS'), [333.334, 333.333, 333.333])
    assert.deepEqual(unitsByContainer(1000.5, 2, 'CONTINUOUS'), [500.25, 500.25])
    assert.deepEqual([unitsByContainer(7, 0, 'DISCRETE'), unitsByContainer(7, 1, 'DISCRETE')], [[7], [7]])
    // What is refused is not rounded before.
    assert.deepEqual([unitsByContainer(1.5, 2, 'DISCRETE'), unitsByContainer(1.0004, 2, 'CONTINUOUS')], [[1.5], [1.0004]])
  })

  it('is a piece at least in each container, of metres a thousandth', () => {
    const tooMany = (value: number, max: number) => ({
      code: 'VALUE_OUT_OF_RANGE',
      field: 'containerCodes',
      params: { value, min: 0, max },
    })
    assert.deepEqual(problemOfContainers(2, 3, 'DISCRETE'), tooMany(3, 2))
    assert.deepEqual(problemOfContainers(0, 1, 'DISCRETE'), tooMany(1, 0))
    assert.deepEqual(problemOfContainers(0.002, 3, 'CONTINUOUS'), tooMany(3, 2))
    assert.deepEqual([problemOfContainers(2, 2, 'DISCRETE'), problemOfContainers(2, 3, 'CONTINUOUS')], [null, null])
    // The number itself is told instead.
    assert.deepEqual([problemOfContainers(1.5, 3, 'DISCRETE'), problemOfContainers(-1, 1, 'DISCRETE')], [null, null])
  })

  it('has a reason for each reject where one is asked for, and for no more than there are (O-6)', () => {
    const required = { ...SETTINGS, isQualityReasonRequiredOnConfirmation: true }
    const reasonsOf = (...units: number[]) => units.map((one, index) => ({ reasonId: index + 1, units: one }))
    const problems = (rejected: number, reasons: ReturnType<typeof reasonsOf>, settings = required) =>
      problemsOfReasons({ rejected, reasons }, settings).map(({ code, params }) => [code, params])
    assert.deepEqual(problems(9, reasonsOf(6, 2)), [['QUALITY_REASON_REQUIRED', { missing: 1 }]])
    assert.deepEqual(problems(9, reasonsOf(6, 4)), [['QUALITY_REASONS_EXCEED', { by: 1 }]])
    assert.deepEqual(problems(9, reasonsOf(6, 3)), [])
    assert.deepEqual(problems(9, reasonsOf(6, 2), SETTINGS), [])
    assert.deepEqual(problems(9, [], { ...SETTINGS, requireReasonForEachRejection: true }), [['QUALITY_REASON_REQUIRED', { missing: 9 }]])
    assert.deepEqual(
      problems(9, reasonsOf(0)).map(([code]) => code),
      ['VALUE_OUT_OF_RANGE'],
    )
  })

  it('is of an order that was begun and is not finished for good', () => {
    const codeOf = (status: Parameters<typeof problemOfPostedOrder>[0], isRequired = false) =>
      problemOfPostedOrder(status, { isJobOrderRequiredForConfirmation: isRequired })?.code ?? null
    assert.deepEqual(
      (['PROGRESS', 'ON_HOLD', 'TECHNICALLY_COMPLETED'] as const).map((status) => codeOf(status)),
      [null, null, null],
    )
    for (const status of ['DRAFT', 'PLANNED', 'COMPLETED', 'CANCELLED'] as const)
      assert.equal(codeOf(status), 'INVALID_JOB_ORDER_TRANSITION')
    assert.deepEqual([codeOf(null), codeOf(null, true)], [null, 'REQUIRED'])
  })

  it('warns where it goes beyond the plan, and is never refused (O-10)', () => {
    const order = { planOutput: 500, acceptedOutput: 480 }
    assert.equal(overPlanBy(order, 35), 15)
    assert.equal(overPlanBy(order, 20), null)
    assert.equal(overPlanBy({ planOutput: 100.1, acceptedOutput: 100 }, 0.3), 0.2)
    assert.equal(overPlanBy({ planOutput: null, acceptedOutput: 0 }, 35), null)
    assert.equal(overPlanBy({ planOutput: 500, acceptedOutput: 520 }, 0), null)
  })
})

describe('the rows of an act', () => {
  const how = { type: 'DISCRETE', isOneEach: true, isClosing: false } as const
  const accepted = (units: number): PostedBatch => ({ type: 'ACCEPTED', units })
  const rejected = (units: number): PostedBatch => ({ type: 'REJECTED', units })

  it('are of one segment and one type each, with what the device had counted', () => {
    const counted = segment(1, 0, { registered: { total: 1008, accepted: 990, rejected: 18 } })
    const [posting, ...others] = planPostings([accepted(985), rejected(15)], [], [counted], how)
    assert.deepEqual(
      posting?.rows.map(({ type, units, sensorValue }) => [type, units, units - sensorValue]),
      [
        ['ACCEPTED', 985, -5],
        ['REJECTED', 15, -3],
      ],
    )
    assert.equal(others.length, 0)
  })

  it('are a posting of each segment where one is confirmed once, else of all (O-3)', () => {
    const both = [segment(1, 40), segment(2, 200)]
    const unitsOf = (isOneEach: boolean) =>
      planPostings([accepted(240)], [], both, { ...how, isOneEach }).map(({ rows }) => rows.map(({ units }) => units))
    assert.deepEqual(unitsOf(true), [[40], [200]])
    assert.deepEqual(unitsOf(false), [[40, 200]])
    assert.deepEqual(
      planPostings([accepted(5)], [], [], how).map(({ rows }) => rows.map(({ units, segment: place }) => [units, place])),
      [[[5, null]]],
    )
  })

  it('close each segment of a closing act, also where nothing of it was confirmed', () => {
    const [posting] = planPostings([accepted(10)], [], [segment(1, 40), segment(2, 0)], { ...how, isOneEach: false, isClosing: true })
    assert.deepEqual(
      posting?.rows.map(({ units, segment: place }) => [place?.id, units]),
      [
        [1, 10],
        [2, 0],
      ],
    )
  })

  it('keep the units of batches and reasons, and what the device counted', () => {
    const segments = fc
      .array(fc.record({ good: fc.nat(300), bad: fc.nat(40) }), { maxLength: 4 })
      .map((all) =>
        all.map(({ good, bad }, index) => segment(index + 1, good, { registered: { total: good + bad, accepted: good, rejected: bad } })),
      )
    const batches = fc.array(fc.record({ type: fc.constantFrom('ACCEPTED', 'REJECTED'), units: fc.integer({ min: 1, max: 400 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(segments, batches, fc.boolean(), (given, posted, isOneEach) => {
        const scrap = posted.reduce((sum, { type, units }) => (type === 'REJECTED' ? sum + units : sum), 0)
        const reasons = scrap > 1 ? [{ reasonId: 1, units: Math.floor(scrap / 2), comment: null }] : []
        const postings = planPostings(posted, reasons, given, { ...how, isOneEach })
        const rows = postings.flatMap((posting) => posting.rows)
        for (const [index, { units }] of posted.entries()) {
          const own = rows.filter(({ batch }) => batch === index)
          assert.equal(
            own.reduce((sum, row) => sum + row.units, 0),
            units,
          )
        }
        const said = postings.flatMap((posting) => posting.reasons)
        assert.equal(
          said.reduce((sum, { units }) => sum + units, 0),
          reasons[0]?.units ?? 0,
        )
        for (const reason of said) {
          const own = rows.filter(({ segment: place, type }) => place === reason.segment && type === 'REJECTED')
          assert.ok(reason.units <= own.reduce((sum, row) => sum + row.units, 0))
        }
      }),
    )
  })
})
