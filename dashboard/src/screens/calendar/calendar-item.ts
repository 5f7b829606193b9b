import type { Post } from '@polypost/sdk'
import type { PlannedDraft } from '../../data/planned-drafts.ts'
import { stateOfPost } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'
import { titleOfText } from '../../words/title-of-text.ts'

/** One thing at a time in the calendar. */
export interface CalendarItem {
  readonly key: string
  /** When, in UTC. */
  readonly at: string
  readonly title: string
  readonly platforms: readonly string[]
  readonly state: StateShape
  /** It has gone as planned: it stands back. */
  readonly isOver: boolean
  readonly mayMove: boolean
  /** Where it belongs: a post opens beside the calendar, a draft in the composer. */
  readonly post: Post | null
  readonly draftId: string | null
  readonly profileId: string | null
}

const calm: readonly StateShape[] = ['done', 'cancelled']

export function itemOfPost(post: Post, mayEdit: boolean): CalendarItem {
  const state = stateOfPost(post)
  return {
    key: `post-${post.id}`,
    at: post.effective_at,
    title: titleOfText(post.message),
    platforms: post.platforms,
    state,
    isOver: calm.includes(state),
    mayMove: post.editable && mayEdit,
    post,
    draftId: null,
    profileId: post.profile_id,
  }
}

export const itemOfDraft = ({ draft, at }: PlannedDraft): CalendarItem => ({
  key: `draft-${draft.id}`,
  at,
  title: titleOfText(draft.message),
  platforms: draft.platforms,
  state: 'draft',
  isOver: false,
  mayMove: false,
  post: null,
  draftId: draft.id,
  profileId: draft.profile_id,
})
