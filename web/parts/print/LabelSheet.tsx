import type { ReactNode } from 'react'
import classes from './Printed.module.css'

/** Returns labels of 100 by 50 mm beside each other on sheets of A4, ten on each. */
export function LabelSheet({ children }: { readonly children: ReactNode }) {
  return <div className={classes['labels']}>{children}</div>
}
