import { Button } from '@mantine/core'
import type { Job, Post } from '@polypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { titleOf } from '../../data/platforms.ts'
import { jobQuery, postQuery } from '../../data/post.ts'
import { useMay } from '../../data/session.ts'
import { Problem } from '../../parts/problem.tsx'
import { State } from '../../parts/state.tsx'
import { useWords } from '../../words/words.ts'
import { faultWords, problemWords } from './fault-words.ts'
import type { PostJob } from './groups.ts'
import classes from './post.module.css'
import { useDuplicate } from './use-duplicate.ts'

/** Only a new sign-in helps. */
const signInErrors: readonly Job['error'][] = [
  'token_expired',
  'reconnect_required',
  'permission_missing',
  'account_disconnected',
]

/** The same post would fail again. */
const contentErrors: readonly Job['error'][] = ['content_rejected', 'media_rejected', 'duplicate_content']

/** Why a job failed, whose fault it is, and what can be done. */
export function JobProblem({ post, job }: { readonly post: Post; readonly job: PostJob }) {
  const t = useWords(problemWords)
  const faults = useWords(faultWords)
  const { data } = useQuery(jobQuery(post.id, job.jobId))
  const title = titleOf(job.platform)
  const fault = faults[data?.job.error ?? 'internal_error']
  if (!data) return <State state="failed" />
  return (
    <div className={classes.problem}>
      <h4>
        <State state="failed">{fault.heading(title)}</State>
      </h4>
      <p>{data.job.failedReason}</p>
      <dl>
        <dt>{t.whoseFault}</dt>
        <dd>{fault.fault}</dd>
        <dt>{t.attempts}</dt>
        <dd className="numbers">{data.job.attemptsMade}</dd>
      </dl>
      <Remedies post={post} job={job} error={data.job.error} />
      <Said title={title} result={data.job.result} />
    </div>
  )
}

interface RemediesProps {
  readonly post: Post
  readonly job: PostJob
  readonly error: Job['error']
}

function Remedies({ post, job, error }: RemediesProps) {
  const t = useWords(problemWords)
  const queries = useQueryClient()
  const mayWrite = useMay('author')
  const mayPublish = useMay('editor')
  const duplicate = useDuplicate(post, job.platform)
  const mayConnect = useMay('admin')
  const retry = useMutation({
    mutationFn: () => polypost.jobs.retry(job.jobId),
    onSettled: () => queries.invalidateQueries(postQuery(post.id)),
  })
  const needsSignIn = signInErrors.includes(error)
  return (
    <div className={classes.row}>
      {needsSignIn && mayConnect && (
        <Button
          renderRoot={(props) => (
            <Link
              to="/p/$profile/accounts/connect/$platform"
              params={{ profile: post.profile_id ?? 'all', platform: job.platform }}
              {...props}
            />
          )}
        >
          {t.connectAgain}
        </Button>
      )}
      {contentErrors.includes(error) && mayWrite && (
        <Button loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
          {t.editAndPublish}
        </Button>
      )}
      {mayPublish && (
        <Button
          variant={needsSignIn || contentErrors.includes(error) ? 'subtle' : 'default'}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t.again}
          <span className="hidden-text"> {titleOf(job.platform)}</span>
        </Button>
      )}
      <Problem error={retry.error ?? duplicate.error} />
    </div>
  )
}

/** The platform’s own answer, for those who can read it. */
function Said({ title, result }: { readonly title: string; readonly result: Job['result'] }) {
  const t = useWords(problemWords)
  const [isShown, setShown] = useState(false)
  if (result === null) return null
  return (
    <div>
      <button type="button" className="link small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t.hideSaid : t.said(title)}
      </button>
      {isShown && <pre className={classes.said}>{JSON.stringify(result, null, 2)}</pre>}
    </div>
  )
}
