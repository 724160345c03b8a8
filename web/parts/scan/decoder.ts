import type { DecodeAnswer, DecodeRequest } from './decode.worker.ts'

/** Reads QR codes from pictures; one at a time, off the thread that draws. */
export type Decoder = {
  /** Resolves with the text of the code in the picture, null where there is none; rejects when the reader cannot be loaded. */
  read(image: ImageData): Promise<string | null>
  end(): void
}

/** Returns the reader of QR codes, loaded now; its file has a content policy of its own, so that the pages themselves still allow no such code. */
export function openDecoder(): Decoder {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { readonly resolve: (text: string | null) => void; readonly reject: (error: Error) => void }>()
  let next = 0
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('the reader of QR codes cannot be loaded'))
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.isFailed) asked?.reject(new Error('the picture could not be read'))
    else asked?.resolve(data.text)
  })
  worker.addEventListener('error', fail)
  return {
    read: (image) =>
      new Promise((resolve, reject) => {
        const request: DecodeRequest = { id: next++, image }
        waiting.set(request.id, { resolve, reject })
        worker.postMessage(request)
      }),
    end: () => {
      worker.terminate()
      waiting.clear()
    },
  }
}
