import { Button, TextInput } from '@mantine/core'
import type { ActionRequired, Post } from '@polypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { titleOf } from '../../data/platforms.ts'
import { jobQuery, postQuery } from '../../data/post.ts'
import { useMay } from '../../data/session.ts'
import { Problem } from '../../parts/problem.tsx'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { problemWords } from './fault-words.ts'
import type { PostJob } from './groups.ts'
import classes from './post.module.css'

interface Props {
  readonly post: Post
  readonly job: PostJob
}

/** A question or a task that only a person can settle. */
export function JobQuestion({ post, job }: Props) {
  const t = useWords(problemWords)
  const times = useTimes()
  const { data } = useQuery(jobQuery(post.id, job.jobId))
  const action = data?.job.action_required
  const isDoubt = action?.code !== 'finish_in_app'
  return (
    <div className={classes.problem}>
      <h4>
        <State state="needs">{isDoubt ? t.wasIt : t.finish(titleOf(job.platform))}</State>
      </h4>
      {action && (
        <>
          <p>
            {action.message} {action.code === 'finish_in_app' && t.until(times.time(action.resolve_by))}
          </p>
          {action.code === 'outcome_unknown' && <PostLinks urls={action.look_at} />}
          <Answer post={post} job={job} action={action} />
        </>
      )}
    </div>
  )
}

function PostLinks({ urls }: { readonly urls: readonly string[] }) {
  const t = useWords(problemWords)
  if (urls.length === 0) return null
  return (
    <p>
      {t.lookAt}{' '}
      {urls.map((url) => (
        <a key={url} className="link" href={url} target="_blank" rel="noreferrer">
          {url.replace(/^https?:\/\//, '')}
        </a>
      ))}
    </p>
  )
}

function Answer({ post, job, action }: Props & { readonly action: ActionRequired }) {
  const t = useWords(problemWords)
  const queries = useQueryClient()
  const [asksAddress, setAsksAddress] = useState(false)
  const isDoubt = action.code === 'outcome_unknown'
  const answer = useMutation({
    mutationFn: async (url: string | null): Promise<unknown> => {
      if (!isDoubt) return polypost.jobs.attachTiktokUrl(job.jobId, { url: url ?? '' })
      return polypost.jobs.resolve(job.jobId, url === null ? { published: false } : { published: true, url })
    },
    onSuccess: () => queries.invalidateQueries(postQuery(post.id)),
  })
  if (!useMay('editor')) return null
  if (asksAddress) return <Address answer={answer} back={() => setAsksAddress(false)} />
  return (
    <div className={classes.row}>
      <Button onClick={() => setAsksAddress(true)}>{isDoubt ? t.yes : t.attach}</Button>
      {isDoubt && (
        <Button loading={answer.isPending} onClick={() => answer.mutate(null)}>
          {t.no}
        </Button>
      )}
      <Problem error={answer.error} />
    </div>
  )
}

interface AddressProps {
  readonly answer: {
    readonly mutate: (url: string) => void
    readonly isPending: boolean
    readonly error: unknown
  }
  readonly back: () => void
}

function Address({ answer, back }: AddressProps) {
  const t = useWords(problemWords)
  const [url, setUrl] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    answer.mutate(url.trim())
  }
  return (
    <form className={classes.address} onSubmit={send}>
      <TextInput
        label={t.address}
        type="url"
        required
        data-autofocus
        autoFocus
        placeholder="https://"
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <div className={classes.row}>
        <Button type="submit" loading={answer.isPending}>
          {t.save}
        </Button>
        <Button variant="subtle" onClick={back}>
          {t.back}
        </Button>
      </div>
      <Problem error={answer.error} />
    </form>
  )
}
