import type { Post } from '@polypost/sdk'
import { State } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import type { GroupName, JobGroup } from './groups.ts'
import classes from './post.module.css'
import { postWords } from './post-words.ts'

const shapes: Readonly<Record<GroupName, StateShape>> = {
  needs: 'needs',
  failed: 'failed',
  working: 'working',
  waiting: 'scheduled',
  done: 'done',
  cancelled: 'cancelled',
}

/** In how many letters the first line of a post is a title. */
const titleLength = 90

const titleOf = (message: string): string => {
  const [line = ''] = message.trim().split('\n')
  return [...line].length > titleLength ? `${[...line].slice(0, titleLength).join('')}…` : line
}

/** The post at a glance. */
export function Summary({ post, groups }: { readonly post: Post; readonly groups: readonly JobGroup[] }) {
  const t = useWords(postWords)
  const count = (name: GroupName) => groups.find((group) => group.name === name)?.jobs.length ?? 0
  const isStarted = count('waiting') < post.jobs.length
  return (
    <div className={classes.summary}>
      <h2 className={classes.title}>{titleOf(post.message) || t.untitled}</h2>
      <p className="second numbers">
        <When post={post} /> {isStarted && t.out(count('done'), post.jobs.length)}
      </p>
      <div className={classes.tally} aria-hidden="true">
        {groups.flatMap(({ name, jobs }) => jobs.map(({ jobId }) => <i key={jobId} data-group={name} />))}
      </div>
      <p className={classes.legend} role="status">
        {groups.map(({ name, jobs }) => (
          <State key={name} state={shapes[name]}>
            {t[name](jobs.length)}
          </State>
        ))}
      </p>
    </div>
  )
}

function When({ post: { posted_at, scheduled_at, created_at } }: { readonly post: Post }) {
  const t = useWords(postWords)
  const times = useTimes()
  if (posted_at !== null) return t.publishedAt(times.full(posted_at))
  if (scheduled_at !== null) {
    const away = times.relative(scheduled_at)
    return t.scheduledFor(`${times.full(scheduled_at)}${away === null ? '' : `, ${away}`}`)
  }
  return t.createdAt(times.full(created_at))
}
