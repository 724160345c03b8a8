import { useEffect, useRef } from 'react'
import { squareOf } from './camera.view.ts'
import { openDecoder } from './decoder.ts'

const LOOK_EVERY_MS = 200
const MOST_PIXELS = 720

/** Searches the camera's picture for a code a few times a second, until the stream ends. */
export function useScan(
  stream: MediaStream | null,
  video: { readonly current: HTMLVideoElement | null },
  onText: (text: string) => void,
  onFailed: () => void,
): void {
  const handlers = useRef({ onText, onFailed })
  useEffect(() => {
    handlers.current = { onText, onFailed }
  })
  useEffect(() => {
    if (stream === null) return undefined
    const decoder = openDecoder()
    const canvas = document.createElement('canvas')
    let isEnded = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const image = video.current === null ? null : pictureOf(video.current, canvas)
      const text = image === null ? null : await decoder.read(image)
      if (isEnded) return
      if (text !== null) handlers.current.onText(text)
      timer = setTimeout(lookSafely, LOOK_EVERY_MS)
    }
    const lookSafely = () =>
      void look().catch(() => {
        if (!isEnded) handlers.current.onFailed()
      })
    lookSafely()
    return () => {
      isEnded = true
      clearTimeout(timer)
      decoder.end()
    }
  }, [stream, video])
}

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null
  const { x, y, side, drawn } = squareOf(video.videoWidth, video.videoHeight, MOST_PIXELS)
  canvas.width = drawn
  canvas.height = drawn
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, x, y, side, side, 0, 0, drawn, drawn)
  return context?.getImageData(0, 0, drawn, drawn) ?? null
}
