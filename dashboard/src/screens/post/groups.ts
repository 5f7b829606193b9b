import type { Post } from '@polypost/sdk'
import { inOrder } from '../../data/platforms.ts'
import { stateOfJob } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'

export type PostJob = Post['jobs'][number]

export type GroupName = 'needs' | 'failed' | 'working' | 'waiting' | 'done' | 'cancelled'

const groupOfState: Readonly<Partial<Record<StateShape, GroupName>>> = {
  needs: 'needs',
  failed: 'failed',
  working: 'working',
  retrying: 'working',
  queued: 'working',
  scheduled: 'waiting',
  done: 'done',
  cancelled: 'cancelled',
}

/** Jobs that need somebody come first, those that went well near the end. */
const order: readonly GroupName[] = ['needs', 'failed', 'working', 'waiting', 'done', 'cancelled']

export interface JobGroup {
  readonly name: GroupName
  readonly jobs: readonly PostJob[]
}

export const groupsOf = ({ jobs, scheduled_at }: Post): readonly JobGroup[] =>
  order
    .map((name) => ({
      name,
      jobs: inOrder(
        jobs.filter(({ status }) => groupOfState[stateOfJob(status, scheduled_at)] === name),
        ({ platform }) => platform,
      ),
    }))
    .filter(({ jobs: found }) => found.length > 0)
