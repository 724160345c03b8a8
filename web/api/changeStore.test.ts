import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createChangeStore, type Outcome, problemOfField, variablesBack } from './changeStore.ts'

type Variables = { readonly name: string; readonly requestKey?: string }
type Reply = Outcome<string>

const saved = (data: string): Reply => ({ data, problems: [] })
const refused = (code: string, field?: string): Reply => ({ data: null, problems: [{ code, params: {}, ...(field && { field }) }] })

/** A store whose server answers in order, with what it was asked. */
function given(replies: readonly (Reply | Error)[], isKeyed = false) {
  const asked: Variables[] = []
  const made = createChangeStore<string, Variables>({
    ask: async (variables) => {
      asked.push(variables)
      await Promise.resolve()
      const reply = replies[asked.length - 1] ?? saved('again')
      if (reply instanceof Error) throw reply
      return reply
    },
    pause: () => Promise.resolve(),
  })
  const withKey = (variables: Variables, requestKey: string): Variables => ({ ...variables, requestKey })
  const store = isKeyed ? { ...made, run: (variables: Variables) => made.run(variables, { withKey }) } : made
  return { store, asked, keys: () => asked.map(({ requestKey }) => requestKey) }
}

describe('a change', () => {
  it('is busy until its answer, and tells who listens', async () => {
    const { store } = given([saved('press')])
    const seen: (string | null)[] = []
    const stop = store.subscribe(() => seen.push(store.state().sent?.name ?? null))
    const answer = store.run({ name: 'press' })
    assert.deepEqual(store.state(), { sent: { name: 'press' }, problems: [], saved: null })
    assert.deepEqual(await answer, saved('press'))
    assert.deepEqual(store.state(), { sent: null, problems: [], saved: { data: 'press', variables: { name: 'press' }, isUndone: false } })
    stop()
    store.forget()
    assert.deepEqual(seen, ['press', 'press', null])
  })

  it('stays busy while a second one is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const ask = ({ name }: Variables) => (name === 'slow' ? promise : Promise.resolve(saved(name)))
    const store = createChangeStore<string, Variables>({ ask })
    const slow = store.run({ name: 'slow' })
    assert.equal((await store.run({ name: 'quick' })).data, 'quick')
    assert.notEqual(store.state().sent, null)
    resolve(saved('slow'))
    assert.equal((await slow).data, 'slow')
    assert.equal(store.state().sent, null)
  })

  it('keeps what was refused beside its field until the next one', async () => {
    const { store } = given([refused('REQUIRED', 'name'), saved('press')])
    await store.run({ name: '' })
    const { problems } = store.state()
    assert.equal(problemOfField(problems, 'name')?.code, 'REQUIRED')
    assert.equal(problemOfField(problems, 'color'), null)
    assert.equal(store.state().saved, null)
    await store.run({ name: 'press' })
    assert.deepEqual(store.state().problems, [])
  })

  it('is not busy any more when sending fails', async () => {
    const { store } = given([new Error('broken')])
    await assert.rejects(store.run({ name: 'press' }), /broken/)
    assert.equal(store.state().sent, null)
  })

  it('is taken back once', async () => {
    const undoOf = (data: string) => (data === 'final' ? null : { name: `before ${data}` })
    const { store, asked } = given([saved('press'), saved('before press'), saved('final')])
    assert.equal(variablesBack(store.state().saved, undoOf), null)
    await store.run({ name: 'press' })
    assert.equal(variablesBack(store.state().saved, undefined), null)
    const back = variablesBack(store.state().saved, undoOf)
    assert.deepEqual(back, { name: 'before press' })
    await store.run({ name: 'before press' }, { isUndone: true })
    assert.deepEqual(asked[1], back)
    assert.equal(variablesBack(store.state().saved, undoOf), null)
    await store.run({ name: 'final' })
    assert.equal(variablesBack(store.state().saved, undoOf), null)
  })

  it('forgets what was refused and saved', async () => {
    const { store } = given([saved('press')])
    await store.run({ name: 'press' })
    store.forget()
    assert.deepEqual(store.state(), { sent: null, problems: [], saved: null })
  })
})

describe('the request key of a change', () => {
  it('is new for each change, also for the same one after success', async () => {
    const { store, keys } = given([], true)
    await store.run({ name: 'press' })
    await store.run({ name: 'press' })
    assert.equal(new Set(keys()).size, 2)
    assert.ok(keys().every((key) => key !== undefined))
  })

  it('stays the same while the connection is lost, also when a person tries again', async () => {
    const { store, keys } = given([refused('OFFLINE'), refused('OFFLINE'), refused('OFFLINE'), saved('press')], true)
    assert.equal((await store.run({ name: 'press' })).data, null)
    assert.equal((await store.run({ name: 'press' })).data, 'press')
    assert.equal(keys().length, 4)
    assert.equal(new Set(keys()).size, 1)
    await store.run({ name: 'press' })
    assert.notEqual(keys()[4], keys()[3])
  })

  it('stays the same though the caller, too, made a new key for its second tap', async () => {
    const { store, keys } = given([refused('OFFLINE'), refused('OFFLINE'), refused('OFFLINE'), saved('press')], true)
    await store.run({ name: 'press', requestKey: 'of the first tap' })
    await store.run({ name: 'press', requestKey: 'of the second tap' })
    assert.equal(keys().length, 4)
    assert.equal(new Set(keys()).size, 1)
  })

  it('is new when something else is sent, or the last one was refused', async () => {
    const lost = [refused('OFFLINE'), refused('OFFLINE'), refused('OFFLINE')]
    const { store, keys } = given([...lost, refused('CONFLICT'), saved('other')], true)
    await store.run({ name: 'press' })
    await store.run({ name: 'other' })
    await store.run({ name: 'other' })
    assert.equal(new Set(keys()).size, 3)
  })

  it('is none where the API takes none, and then nothing is sent twice by itself', async () => {
    const { store, asked, keys } = given([refused('OFFLINE')])
    assert.equal((await store.run({ name: 'press' })).problems[0]?.code, 'OFFLINE')
    assert.equal(asked.length, 1)
    assert.deepEqual(keys(), [undefined])
  })
})
