import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './screen.module.css'

interface Props {
  readonly title: string
  /** A grey fact beside the title. */
  readonly fact?: ReactNode
  /** Controls that change the title, right of it. */
  readonly beside?: ReactNode
  /** Instead of the title, at the left: where the screen belongs. */
  readonly back?: ReactNode
  /** At the right of the head: one filter, one view switch, one button at most. */
  readonly actions?: ReactNode
  /** The parts of the screen scroll, and not the page: calendar, composer, inbox. */
  readonly fills?: boolean
  readonly children: ReactNode
}

/** The frame of a screen: its head, and its body. */
export function Screen({ title, beside, fact, back, actions, fills = false, children }: Props) {
  useDocumentTitle(`${title} · Polypost`)
  return (
    <main className={classes.screen} id="content" tabIndex={-1} data-fills={fills || undefined}>
      <header className={classes.head} data-back={back ? true : undefined}>
        {back}
        <h1 className={back ? 'hidden-text' : 'cut'}>{title}</h1>
        {beside}
        {fact !== undefined && <p className={classes.fact}>{fact}</p>}
        <div className={classes.actions}>{actions}</div>
      </header>
      <div className={classes.body}>{children}</div>
    </main>
  )
}
