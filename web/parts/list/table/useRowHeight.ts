import { useSyncExternalStore } from 'react'

const USUAL_PX = 44

/** Returns the height of a row in CSS px, by the density of this browser and its pointer; it follows when the density is changed. */
export function useRowHeight(): number {
  return useSyncExternalStore(onDensity, readHeight)
}

function onDensity(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] })
  addEventListener('resize', listener)
  return () => {
    observer.disconnect()
    removeEventListener('resize', listener)
  }
}

function readHeight(): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || USUAL_PX
}
