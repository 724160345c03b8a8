/** A stream of server-sent events, as a test reads it. */
export type ReadStream = {
  /** Resolves with the data of the next event of the name, including an unread earlier one; rejects when the stream ends first. */
  next<Data>(event: string): Promise<Data>
  /** How many events of the name came. */
  heard(event: string): number
  readonly ended: Promise<void>
  abort(): void
}

/** Returns the open stream; rejects where the server refuses it. */
export async function openStream(url: string): Promise<ReadStream> {
  const controller = new AbortController()
  const answer = await fetch(url, { signal: controller.signal })
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status !== 200 || answer.body === null || !type.startsWith('text/event-stream')) {
    throw new Error(`the stream was answered ${answer.status} ${type}`)
  }
  const unread: { readonly event: string; readonly data: string }[] = []
  const counts = new Map<string, number>()
  let isOver = false
  let wake = Promise.withResolvers<void>()
  const told = () => {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const bytes of body) {
        text += decoder.decode(bytes, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const match = /^event: (.*)\ndata: (.*)$/.exec(block)
          if (match === null) continue
          unread.push({ event: match[1] ?? '', data: match[2] ?? '' })
          counts.set(match[1] ?? '', (counts.get(match[1] ?? '') ?? 0) + 1)
        }
        told()
      }
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      isOver = true
      told()
    }
  }
  const ended = read(answer.body)
  ended.catch(() => undefined)
  return {
    next: async <Data>(event: string) => {
      for (;;) {
        const at = unread.findIndex((one) => one.event === event)
        if (at >= 0) {
          const data: Data = JSON.parse(unread.splice(at, 1)[0]?.data ?? 'null')
          return data
        }
        if (isOver) throw new Error(`the stream ended without "${event}"`)
        await wake.promise
      }
    },
    heard: (event) => counts.get(event) ?? 0,
    ended,
    abort: () => controller.abort(),
  }
}
