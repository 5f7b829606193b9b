import type { Draft, Platform, Post, Profile } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { draftQuery } from '../../data/drafts.ts'
import { useOwnPath } from '../../data/own-path.ts'
import { platformsQuery } from '../../data/platforms.ts'
import { postQuery } from '../../data/post.ts'
import { useProfileOf } from '../../data/profiles.ts'
import { useSession } from '../../data/session.ts'
import { ClocksOf, slotsQuery } from '../../data/zone.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { isUnknown, UnknownScreen } from '../../parts/unknown-screen.tsx'
import { useWords } from '../../words/words.ts'
import { composerWords } from './composer-words.ts'
import { type Content, emptyContent, fromDraft, fromPost } from './content.ts'
import { firstPlatforms } from './first-platforms.ts'
import { focusOn } from './focus-on.ts'
import { type CopyStore, claimNewCopyStore, copyStoreOf, newIn } from './local-copy.ts'
import { rememberedTime } from './remembered-time.ts'
import { type Autosave, createAutosave } from './state/autosave.ts'
import { useSavedDraft } from './state/saved-draft.ts'
import { createPostTarget } from './state/sending.ts'
import { noTime, type When, whenAt, whenAtLocal } from './when.ts'
import { Writing } from './writing.tsx'

/** Where this person’s unsaved text is remembered in this browser. */
function useCopyStores(): (what: string) => CopyStore {
  const { person, user } = useSession()
  return (what) => copyStoreOf(person.id, user.id, what)
}

/** The store of a new post of this profile. */
function useNewCopyStore(profileId: string): CopyStore | undefined {
  const { person, user } = useSession()
  const [found, setFound] = useState<{ readonly profileId: string; readonly store: CopyStore }>()
  useEffect(() => {
    void claimNewCopyStore(person.id, user.id, profileId).then((store) => setFound({ profileId, store }))
  }, [person.id, user.id, profileId])
  return found?.profileId === profileId ? found.store : undefined
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export interface ComposerProps {
  /** The written content has become this draft. */
  readonly onCreated: (id: string) => void
  /** Starts over, in the profile of the path. */
  readonly again: () => void
  /** The profile of the path, by its ID. */
  readonly inPath: string
}

export function NewComposer({ inPath, ...callbacks }: ComposerProps) {
  const t = useWords(composerWords)
  const named = useProfileOf(inPath)
  const [first, setFirst] = useState<Profile>()
  const profile = first ?? named
  const platforms = useQuery(platformsQuery)
  const slots = useQuery({ ...slotsQuery(profile?.id ?? ''), enabled: profile !== undefined })
  const error = platforms.error ?? slots.error
  const retry = () => void Promise.all([platforms.refetch(), slots.refetch()])
  const store = useNewCopyStore(profile?.id ?? '')
  const isReady = profile && platforms.data && slots.data && store
  // Once it can be written, it keeps its profile, whichever the path names.
  if (isReady && first === undefined) setFirst(named)
  if (!isReady) return <Reading title={t.newPost} what={t.newPost} error={error} retry={retry} />
  const zone = slots.data.timezone ?? ownZone
  return (
    <NewWriting
      platforms={platforms.data.platforms}
      zone={zone}
      store={store}
      profile={profile}
      inPath={inPath}
      {...callbacks}
    />
  )
}

interface NewProps extends ComposerProps {
  readonly store: CopyStore
  readonly platforms: readonly Platform[]
  readonly zone: string
  readonly profile: Profile
}

function NewWriting({ platforms, zone, store, profile, ...callbacks }: NewProps) {
  const { at } = useSearch({ strict: false })
  useEffect(() => focusOn('text'), [])
  const fresh: Content = { ...emptyContent, platforms: firstPlatforms(profile, platforms) }
  const when = at === undefined ? noTime(zone) : whenAtText(at, zone)
  return <DraftWriting draft={null} newStore={store} saved={fresh} profile={profile} when={when} {...callbacks} />
}

/** A local time, or a moment. */
const whenAtText = (at: string, zone: string): When =>
  /Z$|[+-]\d\d:\d\d$/.test(at) ? whenAt(Date.parse(at), zone) : whenAtLocal(at, zone)

export function DraftComposer({ id, ...callbacks }: ComposerProps & { readonly id: string }) {
  const t = useWords(composerWords)
  const { data, error, refetch } = useQuery({ ...draftQuery(id), staleTime: 0 })
  const [first, setFirst] = useState<Draft>()
  // A later answer must not replace what is being written.
  if (first === undefined && data !== undefined) setFirst(data)
  const profile = useProfileOf(first?.profile_id)
  const slots = useQuery({ ...slotsQuery(profile?.id ?? ''), enabled: profile !== undefined })
  const stores = useCopyStores()
  if (first?.submission)
    return (
      <Ended
        title={t.editDraft}
        text={t.submitted}
        post={{ id: first.submission.post_id, profile_id: first.profile_id }}
      />
    )
  if (first === undefined || profile === undefined || slots.data === undefined)
    return <Reading title={t.editDraft} what={t.theDraft} error={error} retry={refetch} />
  const zone = slots.data.timezone ?? ownZone
  return (
    <DraftWriting
      draft={first}
      newStore={stores(`${newIn(profile.id)} ${id}`)}
      saved={fromDraft(first)}
      profile={profile}
      when={whenOf(first, zone)}
      {...callbacks}
    />
  )
}

function whenOf({ id, approval }: Draft, zone: string): When {
  const at = approval?.scheduled_at ?? null
  if (approval === null || at === null || at === 'next_slot') return rememberedTime(id) ?? noTime(zone)
  return whenAt(Date.parse(at), approval.scheduled_timezone ?? zone)
}

interface DraftProps extends ComposerProps {
  readonly draft: Draft | null
  /** Where the text is remembered while there is no draft of it: it is new, or somebody deleted it. */
  readonly newStore: CopyStore
  readonly saved: Content
  readonly profile: Profile
  readonly when: When
}

/** Below the path of a profile. */
const newPath = 'new'
const pathOf = (draft: Draft | null): string => (draft === null ? newPath : `drafts/${draft.id}`)

function DraftWriting({ draft, newStore, saved, profile: first, when, onCreated, again, inPath }: DraftProps) {
  const stores = useCopyStores()
  const [start] = useState(() => {
    const storeOf = (of: Draft | null) => (of === null ? newStore : stores(of.id))
    const copy = storeOf(draft).read()
    const autosave = createAutosave({ draft, profileId: first.id, copy, saved, storeOf })
    return { target: { kind: 'draft', autosave } as const, content: copy?.content ?? saved }
  })
  const savedDraft = useSavedDraft(start.target)
  const profile = useProfileOf(savedDraft?.profileId) ?? first
  const path = useWritingPath(draft, savedDraft?.draft ?? null, onCreated)
  useOwnPath(path === newPath ? undefined : profile.id, path)
  useOtherInPath(start.target.autosave, path === newPath && profile.id !== inPath, again)
  return (
    <ClocksOf value={profile.id}>
      <Writing target={start.target} content={start.content} profile={profile} when={when} isNew={draft === null} />
    </ClocksOf>
  )
}

/** The path of what is written. With the first save it gets one of its own, if its writer is still there. */
function useWritingPath(first: Draft | null, saved: Draft | null, onCreated: (id: string) => void): string {
  const { history } = useRouter()
  const [path, setPath] = useState(pathOf(first))
  const id = saved?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft.
  useEffect(() => {
    if (saved === null || pathOf(saved) === path || !history.location.pathname.endsWith(`/${path}`)) return
    onCreated(saved.id)
    setPath(pathOf(saved))
    history.replace(`/p/${saved.profile_id}/${pathOf(saved)}`)
  }, [id])
  return path
}

/** The path of a new post names another profile now: a blank one starts over there; one with a text is left. */
function useOtherInPath(autosave: Autosave, isOther: boolean, again: () => void): void {
  const navigate = useNavigate()
  const { history } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each other profile.
  useEffect(() => {
    if (!isOther || !history.location.pathname.endsWith(`/${newPath}`)) return
    if (autosave.isBlank()) again()
    else void navigate({ from: '/p/$profile/new', to: '/p/$profile/calendar', replace: true })
  }, [isOther])
}

export function PostComposer({ id }: { readonly id: number }) {
  const t = useWords(composerWords)
  const { data, error, refetch } = useQuery({ ...postQuery(id), staleTime: 0 })
  const [first, setFirst] = useState<Post>()
  if (first === undefined && data !== undefined) setFirst(data)
  const profile = useProfileOf(data?.profile_id)
  useOwnPath(data?.profile_id, `posts/${id}/edit`)
  const slots = useQuery({ ...slotsQuery(profile?.id ?? ''), enabled: profile !== undefined })
  if (first !== undefined && !first.editable) return <Ended title={t.editPost} text={t.notEditable} post={first} />
  if (first === undefined || profile === undefined || slots.data === undefined)
    return <Reading title={t.editPost} what={t.thePost} error={error} retry={refetch} />
  return (
    <ClocksOf value={profile.id}>
      <PostWriting post={first} profile={profile} profileZone={slots.data.timezone ?? ownZone} />
    </ClocksOf>
  )
}

interface PostProps {
  readonly post: Post
  readonly profile: Profile
  readonly profileZone: string
}

function PostWriting({ post, profile, profileZone }: PostProps) {
  const store = useCopyStores()(`post ${post.id}`)
  const [target] = useState(() => createPostTarget(post, store))
  const [content] = useState(() => {
    const copy = store.read()
    return copy?.revision === post.revision ? copy.content : fromPost(post)
  })
  const zone = post.scheduled_timezone ?? profileZone
  const when = post.scheduled_at === null ? noTime(zone) : whenAt(Date.parse(post.scheduled_at), zone)
  return <Writing target={target} content={content} profile={profile} when={when} isNew={false} />
}

interface EndedProps {
  readonly title: string
  readonly text: string
  readonly post: Pick<Post, 'id' | 'profile_id'>
}

/** A post or draft that can’t be written any more. */
function Ended({ title, text, post }: EndedProps) {
  const t = useWords(composerWords)
  return (
    <Screen title={title} of={post.profile_id}>
      <p className="second">{text}</p>
      <p>
        <Link
          to="/p/$profile/posts/$id"
          params={{ profile: post.profile_id ?? 'all', id: String(post.id) }}
          className="link"
        >
          {t.openPost}
        </Link>
      </p>
    </Screen>
  )
}

interface ReadingProps {
  readonly title: string
  readonly what: string
  readonly error: unknown
  readonly retry: () => void
}

function Reading({ title, what, error, retry }: ReadingProps) {
  if (isUnknown(error)) return <UnknownScreen />
  return (
    <Screen title={title}>
      {error === null || error === undefined ? (
        <Skeleton rows={6} widths={[5, 3]} />
      ) : (
        <ReadError what={what} error={error} retry={retry} />
      )}
    </Screen>
  )
}
