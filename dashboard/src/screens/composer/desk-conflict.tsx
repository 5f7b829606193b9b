import { ApiError, type Draft, type Post } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { postQuery } from '../../data/post.ts'
import { lazily } from '../../parts/lazily.tsx'
import { fromDraft, fromPost } from './content.ts'
import type { Keeper } from './keeper.ts'
import { useKept } from './use-draft.ts'
import type { Desk, PostDesk } from './use-publish.ts'
import type { Composition } from './use-writing.ts'

const Conflict = lazily(async () => (await import('./conflict.tsx')).Conflict)

interface Props {
  readonly desk: Desk
  readonly writing: Composition
}

/** Asks whose text stays, if somebody else changed what is on the desk. */
export function DeskConflict({ desk, writing }: Props) {
  const kept = useKept(desk)
  if (desk.kind === 'post') return <PostConflict desk={desk} writing={writing} />
  if (kept?.state.kind !== 'conflict') return null
  return <DraftConflict keeper={desk.keeper} theirs={kept.state.theirs} writing={writing} />
}

interface DraftProps {
  readonly keeper: Keeper
  readonly theirs: Draft
  readonly writing: Composition
}

function DraftConflict({ keeper, theirs, writing }: DraftProps) {
  const navigate = useNavigate()
  const theirContent = fromDraft(theirs)
  const take = () => {
    keeper.take(theirs, theirContent)
    writing.change(() => theirContent)
    if (theirs.submission)
      void navigate({ to: '/p/$profile/posts/$id', params: { ...here, id: String(theirs.submission.post_id) }, replace: true })
  }
  return (
    <Conflict
      theirs={theirs}
      theirContent={theirContent}
      mine={writing.content}
      onTheirs={take}
      onMine={() => keeper.keepMine(theirs)}
    />
  )
}

function PostConflict({ desk, writing }: { readonly desk: PostDesk; readonly writing: Composition }) {
  const { sending } = writing
  const isConflict =
    sending.kind === 'failed' && sending.error instanceof ApiError && sending.error.code === 'revision_conflict'
  const { data } = useQuery({ ...postQuery(desk.get().id), enabled: isConflict, staleTime: 0 })
  const [ended, setEnded] = useState<Post['revision']>()
  if (!isConflict || data === undefined || data.revision === desk.get().revision || data.revision === ended) return null
  const end = (content = writing.content) => {
    desk.take(data)
    setEnded(data.revision)
    writing.change(() => content)
  }
  return (
    <Conflict
      theirs={data}
      theirContent={fromPost(data)}
      mine={writing.content}
      onTheirs={() => end(fromPost(data))}
      onMine={() => end()}
    />
  )
}
