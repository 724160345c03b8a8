import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type AskContext, ASSISTANT_LANGUAGES, NO_MEMORY } from '#engine/assistant/askContext.ts'
import { understand } from '#engine/assistant/understand.ts'

const CONTEXT: Omit<AskContext, 'language'> = {
  now: Date.parse('2026-11-23T10:00:00Z'),
  timeZone: 'Europe/Kyiv',
  workCenters: [{ id: 3, name: 'Press 3', deviceId: 'device-3' }],
  groups: [],
  reasons: [],
  orders: [],
  shifts: [],
  ownWorkCenterIds: [],
  readable: new Set(['LOSSES']),
  memory: { ...NO_MEMORY, place: { kind: 'workCenter', id: 3 }, intent: 'topLosses' },
}
const FIRST_DATES = { shift: null, today: '2026-11-23', yesterday: '2026-11-22', week: '2026-11-16' } as const

for (const language of ASSISTANT_LANGUAGES)
  test(`the periods that are offered after an answer ask it again in the language ${language}`, () => {
    const texts: { readonly next: Readonly<Record<keyof typeof FIRST_DATES, string>> } = JSON.parse(
      readFileSync(new URL(`texts/${language}.json`, import.meta.url), 'utf8'),
    )
    for (const [period, from] of Object.entries(FIRST_DATES) as [keyof typeof FIRST_DATES, string | null][]) {
      const asked = understand(texts.next[period], { ...CONTEXT, language })
      assert.equal(asked.kind, 'understood', texts.next[period])
      if (asked.kind !== 'understood') continue
      assert.equal(asked.intent, 'topLosses')
      assert.deepEqual(asked.slots.places, [{ kind: 'workCenter', id: 3 }])
      assert.equal(asked.slots.period?.dates?.from ?? null, from, texts.next[period])
    }
  })
