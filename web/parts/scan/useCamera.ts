import { useCallback, useEffect, useRef, useState } from 'react'
import { faultBeforeAsking, faultOf, faultOfEnd, type CameraFault } from './camera.view.ts'

/** The types of the browser's library do not know the light, which phones have had for years. */
type TorchConstraint = MediaTrackConstraintSet & { readonly torch: boolean }

export type CameraState =
  | { readonly kind: 'off' }
  /** The cameras are those of before when another one is asked for. */
  | { readonly kind: 'asking'; readonly cameras: readonly MediaDeviceInfo[] }
  | { readonly kind: 'live'; readonly stream: MediaStream; readonly hasTorch: boolean; readonly cameras: readonly MediaDeviceInfo[] }
  | { readonly kind: 'fault'; readonly fault: CameraFault }

/** Returns the camera: off until it is started, then its stream or why it cannot be had; it is switched off with the component. */
export function useCamera() {
  const [state, setState] = useState<CameraState>({ kind: 'off' })
  const [cameraId, setCameraId] = useState<string | null>(null)
  const [isTorchOn, setTorchOn] = useState(false)
  const current = useRef<MediaStream | null>(null)
  const attempt = useRef(0)

  const stop = useCallback(() => {
    attempt.current++
    for (const track of current.current?.getTracks() ?? []) track.stop()
    current.current = null
    setTorchOn(false)
    setState({ kind: 'off' })
  }, [])

  const start = useCallback(async (wanted: string | null = null) => {
    for (const track of current.current?.getTracks() ?? []) track.stop()
    const mine = ++attempt.current
    const before = faultBeforeAsking({ isSecure: isSecureContext, hasCameraApi: 'mediaDevices' in navigator })
    if (before !== null) return setState({ kind: 'fault', fault: before })
    setState((last) => ({ kind: 'asking', cameras: last.kind === 'live' ? last.cameras : [] }))
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: constraintsOf(wanted) })
      if (attempt.current !== mine) return stream.getTracks().forEach((track) => track.stop())
      current.current = stream
      setTorchOn(false)
      setCameraId(stream.getVideoTracks()[0]?.getSettings().deviceId ?? wanted)
      const cameras = await camerasOf()
      if (attempt.current !== mine) return undefined
      // Unplugged, taken by a call, or the permission was taken back: what is shown would stand still.
      stream.getVideoTracks()[0]?.addEventListener('ended', () => {
        void camerasOf().then((left) =>
          attempt.current === mine ? setState({ kind: 'fault', fault: faultOfEnd(left.length) }) : undefined,
        )
      })
      return setState({ kind: 'live', stream, hasTorch: hasTorch(stream), cameras })
    } catch (error) {
      return attempt.current === mine ? setState({ kind: 'fault', fault: faultOf(error) }) : undefined
    }
  }, [])

  useEffect(() => stop, [stop])
  const setTorch = async (isOn: boolean) => {
    const track = current.current?.getVideoTracks()[0]
    const light: TorchConstraint = { torch: isOn }
    await track?.applyConstraints({ advanced: [light] }).then(
      () => setTorchOn(isOn),
      () => setTorchOn(false),
    )
  }
  return { state, cameraId, isTorchOn, start, stop, setTorch }
}

async function camerasOf(): Promise<readonly MediaDeviceInfo[]> {
  return (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')
}

/** The camera on the back, unless one was chosen, with enough pixels for a small label. */
function constraintsOf(cameraId: string | null): MediaTrackConstraints {
  const size = { width: { ideal: 1280 }, height: { ideal: 1280 } }
  return cameraId === null ? { ...size, facingMode: { ideal: 'environment' } } : { ...size, deviceId: { exact: cameraId } }
}

function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  const capabilities: object = track !== undefined && 'getCapabilities' in track ? track.getCapabilities() : {}
  return 'torch' in capabilities && capabilities.torch === true
}
