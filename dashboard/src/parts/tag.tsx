import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** One word that sets a thing apart: “sandbox”, “default”. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>
}
