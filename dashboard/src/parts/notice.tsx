import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './notice.module.css'

interface Props {
  readonly kind: 'warning' | 'error'
  readonly title: string
  readonly children: ReactNode
  /** The possible action, at the right. */
  readonly action?: ReactNode
}

/** One row over the whole width. For what concerns the whole screen, and only while somebody can do something. */
export function Notice({ kind, title, children, action }: Props) {
  return (
    <div className={classes.notice} data-kind={kind} role="status">
      <Icon name="warn" />
      <p>
        <b>{title}</b> {children}
      </p>
      {action}
    </div>
  )
}
