import { bandOf } from '#engine/oee/band.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { bandPercent } from '#web/parts/bandPercent.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './BandFigure.module.css'

/** Returns a percentage with the shape of its band; a dash where it is not defined. */
export function BandFigure({ percent }: { readonly percent: number | null }) {
  const format = useFormat()
  const band = bandOf(percent)
  return (
    <span className={classes['figure']}>
      {bandPercent(format, percent)} {band !== null && <BandIcon band={band} />}
    </span>
  )
}
