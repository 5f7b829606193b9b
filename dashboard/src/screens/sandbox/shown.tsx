import type { SimulatedPost } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { simulatedPostsQuery, type Thread, threadsOf } from '../../data/sandbox.ts'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { CommentForm } from './comment-form.tsx'
import { NumbersForm } from './numbers-form.tsx'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'

/** Enough to see what happened; the page of the platform shows all. */
const most = 20

/** The posts of a simulated platform, as people see them. */
export function Shown({ platform }: { readonly platform: string }) {
  const t = useWords(sandboxWords)
  const { data, error, refetch } = useQuery(simulatedPostsQuery(platform))
  const threads = data && threadsOf(data.posts).slice(0, most)
  return (
    <section className={classes.part} aria-label={t.posts}>
      <h2>{t.posts}</h2>
      {error && <ReadError what={t.posts} error={error} retry={refetch} />}
      {!error && !threads && <Skeleton rows={3} widths={[8, 2]} />}
      {threads?.length === 0 && <Empty>{t.noPosts}</Empty>}
      {threads && threads.length > 0 && (
        <ul>
          {threads.map((thread) => (
            <ThreadRow key={thread.post.id} platform={platform} thread={thread} />
          ))}
        </ul>
      )}
    </section>
  )
}

type Form = 'comment' | 'numbers' | null

function ThreadRow({ platform, thread: { post, replies } }: { readonly platform: string; readonly thread: Thread }) {
  const t = useWords(sandboxWords)
  const [form, setForm] = useState<Form>(null)
  const close = () => setForm(null)
  const toggle = (next: Form) => setForm(form === next ? null : next)
  return (
    <li className={classes.thread}>
      <PostText post={post} />
      {replies.length > 0 && (
        <ul className={classes.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <PostText post={reply} />
            </li>
          ))}
        </ul>
      )}
      <p className={classes.acts}>
        <button type="button" className="link" aria-expanded={form === 'comment'} onClick={() => toggle('comment')}>
          {t.comment}
        </button>
        <button type="button" className="link" aria-expanded={form === 'numbers'} onClick={() => toggle('numbers')}>
          {t.numbers}
        </button>
        <a className="link" href={post.url} target="_blank" rel="noreferrer">
          {t.open}
        </a>
      </p>
      {form === 'comment' && <CommentForm platform={platform} postId={post.id} close={close} />}
      {form === 'numbers' && <NumbersForm platform={platform} postId={post.id} close={close} />}
    </li>
  )
}

function PostText({ post: { text, media_count, created_at, account_id } }: { readonly post: SimulatedPost }) {
  const t = useWords(sandboxWords)
  const times = useTimes()
  return (
    <div>
      <p className={classes.text}>{text || <span className="third">{t.noText}</span>}</p>
      <p className="small third">
        <time dateTime={created_at}>{times.relative(created_at) ?? times.time(created_at)}</time>
        {`, ${t.account(account_id)}`}
        {media_count > 0 && `, ${t.files(media_count)}`}
      </p>
    </div>
  )
}
