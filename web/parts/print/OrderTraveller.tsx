import { QrCode } from '#web/parts/QrCode.tsx'
import classes from './Printed.module.css'

type OrderTravellerProps = {
  readonly code: string
  readonly title: string
  /** What the order says, by name and value. */
  readonly facts: readonly (readonly [string, string])[]
  readonly materials: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  readonly links: { readonly title: string; readonly rows: readonly string[] }
}

/** Returns the sheet that goes with an order through the plant: its code to scan, what is made, what goes into it and its files. */
export function OrderTraveller({ code, title, facts, materials, links }: OrderTravellerProps) {
  return (
    <div className={classes['traveller']}>
      <div className={classes['travellerHead']}>
        <div className={classes['text']}>
          <span className={classes['code']}>{code}</span>
          <span>{title}</span>
        </div>
        <QrCode text={code} label={code} />
      </div>
      <table>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {materials.rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th colSpan={2}>{materials.title}</th>
            </tr>
          </thead>
          <tbody>
            {materials.rows.map(([name, value]) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {links.rows.length > 0 && (
        <div className={classes['text']}>
          <b>{links.title}</b>
          {links.rows.map((link) => (
            <span key={link}>{link}</span>
          ))}
        </div>
      )}
    </div>
  )
}
