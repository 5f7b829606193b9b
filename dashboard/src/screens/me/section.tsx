import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionQuery } from '../../data/session.ts'
import classes from './me.module.css'

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.content}>{children}</div>
    </section>
  )
}

/** What the shell knows about the person is read again. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries(sessionQuery)
}
