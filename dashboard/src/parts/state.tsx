import type { Post } from '@polypost/sdk'
import type { ReactNode } from 'react'
import { useWords, words } from '../words/words.ts'
import classes from './state.module.css'
import { type StateShape, stateShapes } from './state-shapes.tsx'

const stateWords = words(
  {
    scheduled: 'Scheduled',
    queued: 'Queued',
    working: 'Publishing',
    retrying: 'Trying again',
    needs: 'Needs you',
    done: 'Published',
    failed: 'Failed',
    cancelled: 'Cancelled',
    partial: 'Partly published',
    draft: 'Draft',
  } satisfies Record<StateShape, string>,
  {
    scheduled: 'Geplant',
    queued: 'In der Warteschlange',
    working: 'Wird veröffentlicht',
    retrying: 'Neuer Versuch',
    needs: 'Braucht Sie',
    done: 'Veröffentlicht',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
    partial: 'Teilweise veröffentlicht',
    draft: 'Entwurf',
  },
)

type PostStatus = Post['status']
type JobStatus = Post['jobs'][number]['status']

const postStates: Readonly<Record<PostStatus, StateShape>> = {
  scheduled: 'scheduled',
  queued: 'queued',
  processing: 'working',
  successful: 'done',
  partial: 'partial',
  failed: 'failed',
  cancelled: 'cancelled',
}

const jobStates: Readonly<Record<JobStatus, StateShape>> = {
  queued: 'queued',
  processing: 'working',
  retrying: 'retrying',
  action_required: 'needs',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** A post that waits for a person says so, whatever its other jobs do. */
export const stateOfPost = ({ status, jobs }: Pick<Post, 'status' | 'jobs'>): StateShape =>
  jobs.some((job) => job.status === 'action_required') ? 'needs' : postStates[status]

export const stateOfJob = (status: JobStatus, scheduledAt: string | null): StateShape =>
  status === 'queued' && scheduledAt !== null && Date.parse(scheduledAt) > Date.now() ? 'scheduled' : jobStates[status]

interface Props {
  readonly state: StateShape
  /** Instead of the usual word. */
  readonly children?: ReactNode
  /** The shape alone, where the word has no room. It still has its name. */
  readonly short?: boolean
}

/** A state is a shape, a word, and only then a colour. */
export function State({ state, children, short = false }: Props) {
  const word = useWords(stateWords)[state]
  return (
    <span className={classes.state} data-state={state}>
      <svg viewBox="0 0 16 16" {...(short ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })}>
        {stateShapes[state]}
      </svg>
      {!short && (children ?? word)}
    </span>
  )
}
