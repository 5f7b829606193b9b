import type { ReactNode } from 'react'
import classes from './settings.module.css'

interface Props {
  readonly title: string
  /** The purpose of the part, below its title. */
  readonly text?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, text, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.about}>
        <h2>{title}</h2>
        {text && <p className="small third">{text}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  )
}
