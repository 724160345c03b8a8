import { useTexts } from '#web/texts/useTexts.ts'
import classes from './AddWorkCenter.module.css'

/** Cells that look like a QR code but are none, so that nobody scans it. */
const CELLS =
  'M8 8h14v14H8zM34 8h14v14H34zM8 34h14v14H8zM26 10h4v4h-4zM26 20h4v8h-4zM34 28h6v4h-6zM44 28h4v8h-4zM28 34h6v6h-6zM36 40h6v8h-6zM24 44h6v4h-6z'

/** Returns a picture of a device with its label and where the code is printed on it. */
export function LabelPicture() {
  const { t } = useTexts('addWorkCenter')
  return (
    <figure className={classes['picture']}>
      <svg viewBox="0 0 240 132" role="img" aria-label={t('code.where')}>
        <rect x={8} y={8} width={224} height={116} rx={10} fill="var(--surface-sunken)" stroke="var(--border-strong)" strokeWidth={2} />
        <circle cx={28} cy={28} r={5} fill="var(--success)" />
        <path d="M24 96h44M24 104h44M24 112h30" stroke="var(--border-strong)" strokeWidth={3} />
        <rect x={92} y={18} width={126} height={96} rx={4} fill="#ffffff" stroke="#7b8794" />
        <g transform="translate(126 22)">
          <path d={CELLS} fill="#1b2430" />
          <path d="M12 12h6v6h-6zM38 12h6v6h-6zM12 38h6v6h-6z" fill="#ffffff" />
        </g>
        <rect x={112} y={82} width={86} height={26} rx={13} fill="none" stroke="#0b63ce" strokeWidth={2.5} />
        <text x={155} y={100} textAnchor="middle" fontSize={16} fontWeight={700} fill="#1b2430">
          qe-322z
        </text>
      </svg>
      <figcaption className={classes['meta']} aria-hidden>
        {t('code.where')}
      </figcaption>
    </figure>
  )
}
