import { Button } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PostFilter } from '../../data/post-filter.ts'
import { deletedPostsQuery } from '../../data/posts.ts'
import { scopeParameter, useScope } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { Marks } from '../../parts/marks.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TimeDialog } from '../../parts/time-dialog.tsx'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { movedBy, todayIn, wallTimeOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import { bringBackWords } from '../post/bring-back-words.ts'
import { useBringBack } from '../post/use-bring-back.ts'
import classes from './posts.module.css'
import { postsWords } from './posts-words.ts'

/** Posts that were deleted in the last 30 days, and can come back. */
export function DeletedPosts({ filter }: { readonly filter: PostFilter }) {
  const t = useWords(postsWords)
  const { none } = useWords(bringBackWords)
  const id = scopeParameter(useScope())
  const read = useInfiniteQuery(deletedPostsQuery(id, filter))
  const posts = read.data?.pages.flatMap((page) => page.posts)
  if (read.error) return <ReadError what={t.thePosts} error={read.error} retry={read.refetch} />
  if (!posts) return <Skeleton rows={8} />
  const isNarrowed = Object.keys(filter).length > 1
  if (posts.length === 0) return <Empty>{isNarrowed ? t.noneFound : none}</Empty>
  return (
    <section className={classes.section}>
      <ul>
        {posts.map((post) => (
          <Row key={post.id} post={post} />
        ))}
      </ul>
      {read.hasNextPage && (
        <Button className={classes.more} loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </section>
  )
}

function Row({ post }: { readonly post: Post }) {
  const { withoutText } = useWords(postsWords)
  const times = useTimes()
  const mayPublish = useMay('editor')
  const title = titleOfText(post.message) || withoutText
  return (
    <li className={classes.deleted}>
      <div className={classes.what}>
        <b className="cut">
          <RowProfile id={post.profile_id} />
          {title}
        </b>
        <p className="small second">
          <Deletion post={post} />
        </p>
      </div>
      <span className={classes.marks}>
        <Marks platforms={post.platforms} size={14} most={6} />
      </span>
      <time className={classes.time} dateTime={post.effective_at}>
        {times.time(post.effective_at)}
      </time>
      {mayPublish && <Back post={post} title={title} />}
    </li>
  )
}

function Deletion({ post: { deleted_by, deleted_at = '' } }: { readonly post: Post }) {
  const t = useWords(bringBackWords)
  const time = useTimes().time(deleted_at)
  if (!deleted_by) return t.deletedAt(time)
  const { type, name } = deleted_by
  return t.deletedBy(type === 'key' ? t.key(name) : name, time)
}

/** Brings the post back at its time, or asks for one; or leads to the post as which it came back. */
function Back({ post, title }: { readonly post: Post; readonly title: string }) {
  const t = useWords(bringBackWords)
  const { zone } = useTimes()
  const bringBack = useBringBack()
  const [isAsking, setAsking] = useState(false)
  const bringing = useMutation({ mutationFn: () => bringBack(post) })
  if (post.restored_as)
    return (
      <Link
        to="/p/$profile/posts/$id"
        params={{ profile: post.profile_id ?? 'all', id: String(post.restored_as) }}
        className={`link ${classes.back}`}
      >
        {t.wasBroughtBack}
      </Link>
    )
  const isOver = post.scheduled_at === null || Date.parse(post.scheduled_at) <= Date.now()
  return (
    <>
      <Button
        size="xs"
        className={classes.back}
        aria-label={`${t.bringBack}: ${title}`}
        aria-haspopup={isOver ? 'dialog' : undefined}
        loading={bringing.isPending}
        onClick={() => (isOver ? setAsking(true) : bringing.mutate())}
      >
        {t.bringBack}
      </Button>
      {bringing.error && (
        <div className={classes.problem}>
          <Problem error={bringing.error} />
        </div>
      )}
      {isAsking && (
        <TimeDialog
          title={t.title}
          of={post.profile_id}
          verb={t.bringBack}
          start={movedBy(`${todayIn(zone)}${wallTimeOf(post.effective_at, zone).slice(10)}`, { days: 1 })}
          close={() => setAsking(false)}
          run={(at) => bringBack(post, at)}
        >
          {post.scheduled_at === null ? t.hadNone : t.isOver}
        </TimeDialog>
      )}
    </>
  )
}
