import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** In the place of a list without rows: one sentence, and at most one button. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{children}</p>
      {action}
    </div>
  )
}
