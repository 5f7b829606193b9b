import type { ReactNode } from 'react'
import { Icon } from '../../../parts/icon.tsx'
import classes from './connect.module.css'

interface Props {
  readonly number: number
  readonly title: string
  readonly state: 'done' | 'now' | 'later'
  readonly children: ReactNode
}

/** One step of connecting. All of them are open: people go back and forth between this page and the platform’s. */
export function Step({ number, title, state, children }: Props) {
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={classes.number}>{state === 'done' ? <Icon name="check" size={12} /> : number}</span>
      <div className={classes.text}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}
