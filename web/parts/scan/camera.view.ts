/** Why a camera or its picture cannot be used: the eight errors of spec 001 §8, keys of the texts. */
export type CameraFault =
  | 'accessDenied'
  | 'inUse'
  | 'insecure'
  | 'invalidCode'
  | 'notFound'
  | 'notSuitable'
  | 'notSupported'
  | 'wrongWorkCenter'

/** Properties of the browser that decide whether it may be asked for a camera. */
export type CameraSurroundings = { readonly isSecure: boolean; readonly hasCameraApi: boolean }

/** Names with which browsers of today and of before refuse a camera. */
const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'accessDenied',
  PermissionDeniedError: 'accessDenied',
  SecurityError: 'accessDenied',
  NotFoundError: 'notFound',
  DevicesNotFoundError: 'notFound',
  NotReadableError: 'inUse',
  TrackStartError: 'inUse',
  AbortError: 'inUse',
  OverconstrainedError: 'notSuitable',
  ConstraintNotSatisfiedError: 'notSuitable',
}

/** Returns why no camera can be asked for, null when one can: on an address that is not secure browsers hide the cameras. */
export function faultBeforeAsking({ isSecure, hasCameraApi }: CameraSurroundings): CameraFault | null {
  if (!isSecure) return 'insecure'
  return hasCameraApi ? null : 'notSupported'
}

/** Returns the meaning of a camera error by its name. An undocumented one means that the browser cannot do it. */
export function faultOf(error: unknown): CameraFault {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  return FAULTS[name] ?? 'notSupported'
}

/** Returns the meaning of a camera's end by the number of cameras left: without any it was unplugged, otherwise another program uses it. */
export function faultOfEnd(camerasLeft: number): CameraFault {
  return camerasLeft === 0 ? 'notFound' : 'inUse'
}

/** Returns which part of a picture is looked at: the square in its middle, made smaller where it has more pixels a side than are of use. */
export function squareOf(
  width: number,
  height: number,
  most: number,
): { readonly x: number; readonly y: number; readonly side: number; readonly drawn: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side, drawn: Math.min(side, most) }
}

/** Returns the size of a picture whose longer side has at most `most` pixels, in its proportions and never enlarged. */
export function fittedSize(width: number, height: number, most: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, most / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
