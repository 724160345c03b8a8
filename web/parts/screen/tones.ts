import { useState } from 'react'

const KEY = 'trueline.operator.sound'
/** Pitch in Hz and length in s: a question rises, a save is low and short, a full container is high. */
const TONES = { ask: [660, 0.25], full: [880, 0.35], save: [440, 0.12] } as const
const VOLUME = 0.15
const VIBRATION_MS = 30

let context: AudioContext | null = null

/** Plays one tone at a question, at a full container or at a save, unless tones are off here; a save is felt as well where a device can vibrate. */
export function playTone(kind: keyof typeof TONES): void {
  if (!isSoundOn()) return
  if (kind === 'save' && 'vibrate' in navigator) navigator.vibrate(VIBRATION_MS)
  try {
    context ??= new AudioContext()
    // Browsers let a page be heard only after somebody touched it.
    if (context.state !== 'running') return void context.resume()
    const [pitch, seconds] = TONES[kind]
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(VOLUME, context.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds)
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + seconds)
  } catch {
    // A browser without sound: the screen says the same.
  }
}

/** Returns whether tones are on in this browser, and what changes that. */
export function useSoundSwitch(): { readonly isOn: boolean; readonly toggle: () => void } {
  const [isOn, setOn] = useState(isSoundOn)
  return {
    isOn,
    toggle: () => {
      localStorage.setItem(KEY, isOn ? 'off' : 'on')
      setOn(!isOn)
    },
  }
}

function isSoundOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}
