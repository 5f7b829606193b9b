import type { ReactNode } from 'react'
import classes from './section.module.css'

/** Parts of a screen below each other, each with its title at the left. */
export const Sections = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.sections}>{children}</div>
)

interface Props {
  readonly title: string
  readonly children: ReactNode
}

export const Section = ({ title, children }: Props) => (
  <section className={classes.section} aria-label={title}>
    <h2>{title}</h2>
    <div className={classes.content}>{children}</div>
  </section>
)
