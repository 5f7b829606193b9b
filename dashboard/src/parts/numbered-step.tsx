import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './numbered-step.module.css'

interface Props {
  readonly number: number
  readonly state: 'done' | 'now' | 'later'
  /** Larger, for a page of its own. */
  readonly large?: boolean
  /** Begins with a heading. */
  readonly children: ReactNode
}

/** One step of several, in a list. */
export const NumberedStep = ({ number, state, large = false, children }: Props) => (
  <li
    className={classes.step}
    data-state={state}
    data-large={large || undefined}
    aria-current={state === 'now' ? 'step' : undefined}
  >
    <span className={classes.number}>{state === 'done' ? <Icon name="check" size={large ? 16 : 12} /> : number}</span>
    <div className={classes.text}>{children}</div>
  </li>
)
