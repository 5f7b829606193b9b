import { Button } from '@mantine/core'
import { canonicalName, type Post } from '@polypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { titleOf } from '../../data/platforms.ts'
import { jobQuery, postQuery } from '../../data/post.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { Icon } from '../../parts/icon.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Problem } from '../../parts/problem.tsx'
import { State, stateOfJob } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import type { PostJob } from './groups.ts'
import { JobProblem } from './job-problem.tsx'
import { JobQuestion } from './job-question.tsx'
import classes from './post.module.css'
import { postWords } from './post-words.ts'
import { Steps } from './steps.tsx'

interface Props {
  readonly post: Post
  readonly job: PostJob
}

/** One platform of a post. What needs somebody or failed is open; the rest is one line. */
export function JobRow({ post, job }: Props) {
  const t = useWords(postWords)
  const { platform, status, jobId } = job
  const isOpen = status === 'action_required' || status === 'failed'
  const [showsSteps, setShowsSteps] = useState(false)
  const hasSteps = status !== 'cancelled' && stateOfJob(status, post.scheduled_at) !== 'scheduled'
  return (
    <li className={classes.job} data-open={isOpen || undefined} id={`job-${jobId}`}>
      <Mark platform={platform} size={20} />
      <div className={classes.account}>
        <p>{titleOf(platform)}</p>
        <AccountName post={post} platform={platform} />
      </div>
      <div className={classes.state}>
        {status === 'action_required' && <JobQuestion post={post} job={job} />}
        {status === 'failed' && <JobProblem post={post} job={job} />}
        {!isOpen && <Progress post={post} job={job} />}
        {showsSteps && <Steps post={post} job={job} />}
      </div>
      <div className={classes.side}>
        <When post={post} job={job} />
        {hasSteps && (
          <button type="button" className="link small" onClick={() => setShowsSteps(!showsSteps)}>
            {showsSteps ? t.hideSteps : t.steps}
            <span className="hidden-text"> {titleOf(platform)}</span>
          </button>
        )}
        {job.platform_post_url !== null && (
          <a className="link" href={job.platform_post_url} target="_blank" rel="noreferrer">
            {t.open}
            <span className="hidden-text"> {titleOf(platform)}</span>
          </a>
        )}
        {(status === 'queued' || status === 'retrying') && <Cancel post={post} job={job} />}
      </div>
    </li>
  )
}

function AccountName({ post, platform }: { readonly post: Post; readonly platform: string }) {
  const { data } = useQuery(profilesQuery)
  const profile = data?.profiles.find(({ id }) => id === post.profile_id)
  const account = profile?.platform_profiles[canonicalName(platform)]
  const name = account?.display_name ?? account?.username
  return name == null ? null : <p className="small third cut">{name}</p>
}

/** The current work, and the warnings of the API. */
function Progress({ post, job }: Props) {
  const { data } = useQuery(jobQuery(post.id, job.jobId))
  const warnings = data?.warnings.filter(({ scope }) => scope === 'job') ?? []
  return (
    <>
      <State state={stateOfJob(job.status, post.scheduled_at)} />
      {job.status === 'retrying' && data?.job.failedReason && <p className="second small">{data.job.failedReason}</p>}
      {warnings.map(({ code, message }) => (
        <Note key={code}>{message}</Note>
      ))}
    </>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.note}>
      <Icon name="info" />
      <span>{children}</span>
    </p>
  )
}

function When({ post, job }: Props) {
  const times = useTimes()
  const { data } = useQuery(jobQuery(post.id, job.jobId))
  const at = data?.job.finished_at ?? data?.job.started_at
  return at == null ? null : (
    <time className="small third" dateTime={at}>
      {times.clockSeconds(at)}
    </time>
  )
}

function Cancel({ post, job }: Props) {
  const t = useWords(postWords)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => polypost.jobs.cancel(job.jobId),
    onSettled: () => queries.invalidateQueries(postQuery(post.id)),
  })
  return (
    <>
      <Button variant="subtle" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {t.cancel}
      </Button>
      <Problem error={cancel.error} />
    </>
  )
}
