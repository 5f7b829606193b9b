import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './screen.module.css'
import { ScreenProfile } from './screen-profile.tsx'

interface Props {
  readonly title: string
  /** The profile that the screen is about, by its ID, or `all`. */
  readonly of?: string | null
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
export function Screen({ title, of, beside, fact, back, actions, fills = false, children }: Props) {
  useDocumentTitle(`${title} · Polypost`)
  return (
    <main className={classes.screen} id="content" tabIndex={-1} data-fills={fills || undefined}>
      <header className={classes.head} data-back={back ? true : undefined} data-beside={beside ? true : undefined}>
        {back}
        <h1 className={back ? 'hidden-text' : 'cut'}>{title}</h1>
        {beside}
        <div className={classes.facts}>
          {of != null && <ScreenProfile of={of} />}
          {fact !== undefined && <p className={classes.fact}>{fact}</p>}
        </div>
        <div className={classes.actions}>{actions}</div>
      </header>
      <div className={classes.body}>{children}</div>
    </main>
  )
}
