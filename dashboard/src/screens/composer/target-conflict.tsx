import { ApiError, type Draft, type Post } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { postQuery } from '../../data/post.ts'
import { lazily } from '../../parts/lazily.tsx'
import { fromDraft, fromPost } from './content.ts'
import type { Autosave } from './state/autosave.ts'
import { useSavedDraft } from './state/saved-draft.ts'
import type { PostTarget, Target } from './state/sending.ts'
import type { WritingState } from './state/writing.ts'

const Conflict = lazily(async () => (await import('./conflict.tsx')).Conflict)

interface Props {
  readonly target: Target
  readonly writing: WritingState
}

/** Asks whose text stays, if somebody else changed the target. */
export function TargetConflict({ target, writing }: Props) {
  const savedDraft = useSavedDraft(target)
  if (target.kind === 'post') return <PostConflict target={target} writing={writing} />
  if (savedDraft?.state.kind !== 'conflict') return null
  return <DraftConflict autosave={target.autosave} theirs={savedDraft.state.theirs} writing={writing} />
}

interface DraftProps {
  readonly autosave: Autosave
  readonly theirs: Draft
  readonly writing: WritingState
}

function DraftConflict({ autosave, theirs, writing }: DraftProps) {
  const navigate = useNavigate()
  const theirContent = fromDraft(theirs)
  const take = () => {
    autosave.take(theirs, theirContent)
    writing.change(() => theirContent)
    if (theirs.submission)
      void navigate({
        to: '/p/$profile/posts/$id',
        params: { profile: theirs.profile_id, id: String(theirs.submission.post_id) },
        replace: true,
      })
  }
  return (
    <Conflict
      theirs={theirs}
      theirContent={theirContent}
      mine={writing.content}
      onTheirs={take}
      onMine={() => autosave.keepMine(theirs)}
    />
  )
}

function PostConflict({ target, writing }: { readonly target: PostTarget; readonly writing: WritingState }) {
  const { sending } = writing
  const isConflict =
    sending.kind === 'failed' && sending.error instanceof ApiError && sending.error.code === 'revision_conflict'
  const { data } = useQuery({ ...postQuery(target.get().id), enabled: isConflict, staleTime: 0 })
  const [ended, setEnded] = useState<Post['revision']>()
  if (!isConflict || data === undefined || data.revision === target.get().revision || data.revision === ended)
    return null
  const end = (content = writing.content) => {
    target.take(data)
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
