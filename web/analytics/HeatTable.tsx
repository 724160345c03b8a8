import type { Dimension } from '#engine/analytics/dimensions.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Drill, Mark } from './drill.view.ts'
import { DrillLink } from './DrillLink.tsx'
import type { HeatTableView, HeatValue } from './heat.view.ts'
import classes from './HeatTable.module.css'
import type { Names } from './useNames.ts'
import type { Writer } from './useWriter.ts'

type HeatTableProps = {
  readonly view: HeatTableView
  readonly label: string
  readonly by: readonly Dimension[]
  readonly names: Names
  readonly writer: Writer
  readonly drillOf: (mark: Mark) => Drill | null
}

/** The strongest tint that text still stands out from. */
const MOST_TINT = 55

/** Returns the values of two dimensions as a table whose cells are tinted by how much they are; each opens what it is made of. */
export function HeatTable({ view, label, by, names, writer, drillOf }: HeatTableProps) {
  const { t } = useTexts('analytics')
  const nameOf = (at: 0 | 1, key: string, isShort = false) => names.nameOf(by[at] ?? 'REASON', key, isShort)
  const text = (value: number | null) => (value === null ? '' : writer.write(value))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className={classes['frame']} tabIndex={0} role="group" aria-label={label}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t(`by.${by[0] ?? 'REASON'}`)}</th>
            {view.columns.map((key) => (
              <th key={key} scope="col" title={nameOf(1, key)}>
                {nameOf(1, key, true)}
              </th>
            ))}
            <th scope="col">{t('together.ALL')}</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map(({ key, cells, whole }) => (
            <tr key={key}>
              <th scope="row">{nameOf(0, key)}</th>
              {cells.map((cell) => (
                <td key={cell.keys[1]} style={tintOf(cell)}>
                  {cell.value !== null && (
                    <DrillLink
                      drill={drillOf(cell)}
                      className={classes['cell']}
                      label={`${nameOf(0, key)}, ${nameOf(1, cell.keys[1] ?? '')}: ${text(cell.value)}`}
                      named={{ mark: cell, name: `${nameOf(0, key)}, ${nameOf(1, cell.keys[1] ?? '')}`, parts: [] }}
                    >
                      {text(cell.value)}
                    </DrillLink>
                  )}
                </td>
              ))}
              <td className={classes['whole']}>
                <DrillLink drill={drillOf({ keys: [key, null] })} className={classes['cell']} label={`${nameOf(0, key)}: ${text(whole)}`}>
                  {text(whole)}
                </DrillLink>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('together.ALL')}</th>
            {view.wholes.map((whole, at) => (
              <td key={view.columns[at]}>
                <DrillLink
                  drill={drillOf({ keys: [null, view.columns[at] ?? null] })}
                  className={classes['cell']}
                  label={`${nameOf(1, view.columns[at] ?? '')}: ${text(whole)}`}
                >
                  {text(whole)}
                </DrillLink>
              </td>
            ))}
            <td>{text(view.whole)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function tintOf({ heat }: HeatValue): { readonly backgroundColor?: string } {
  return heat === null ? {} : { backgroundColor: `color-mix(in srgb, var(--accent) ${Math.round(heat * MOST_TINT)}%, var(--surface))` }
}
