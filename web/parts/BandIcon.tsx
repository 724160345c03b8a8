import type { EfficiencyBand } from '#engine/oee/band.ts'

const SHAPES: Record<EfficiencyBand, string> = {
  FULL: 'M6 1.5 11 10H1z',
  GOOD: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
  FAIR: 'M6 .8 11.2 6 6 11.2.8 6z',
  LOW: 'M6 10.5 1 2h10z',
}

/** Returns the shape of an efficiency band, in its colour or, if `isPlain`, in the text's. */
export function BandIcon({ band, isPlain = false }: { readonly band: EfficiencyBand; readonly isPlain?: boolean }) {
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" fill={isPlain ? 'currentColor' : `var(--band-${band})`} aria-hidden focusable={false}>
      <path d={SHAPES[band]} />
    </svg>
  )
}
