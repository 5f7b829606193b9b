import type { Draft, Platform, Post, Profile } from '@polypost/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { draftQuery } from '../../data/drafts.ts'
import { platformsQuery } from '../../data/platforms.ts'
import { postQuery } from '../../data/post.ts'
import { profilesQuery, useProfile } from '../../data/profiles.ts'
import { useSession } from '../../data/session.ts'
import { slotsQuery } from '../../data/zone.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import { composerWords } from './composer-words.ts'
import { type Content, emptyContent, fromDraft, fromPost } from './content.ts'
import { firstPlatforms } from './first-platforms.ts'
import { focusOn } from './focus-on.ts'
import { createKeeper } from './keeper.ts'
import { keptTime } from './kept-time.ts'
import { type CopyPlace, copyPlace, newCopyPlace } from './local-copy.ts'
import { createPostDesk } from './use-publish.ts'
import { noTime, type When, whenAt, whenAtLocal } from './when.ts'
import { Writing } from './writing.tsx'

/** Where this person’s unsaved text is kept in this browser. */
function usePlaces(): (what: string) => CopyPlace {
  const { person, user } = useSession()
  return (what) => copyPlace(person.id, user.id, what)
}

function useNewPlace(): CopyPlace | undefined {
  const { person, user } = useSession()
  const [place, setPlace] = useState<CopyPlace>()
  useEffect(() => void newCopyPlace(person.id, user.id).then(setPlace), [person.id, user.id])
  return place
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function NewSession({ onBorn }: { readonly onBorn: (id: string) => void }) {
  const t = useWords(composerWords)
  const platforms = useQuery(platformsQuery)
  const slots = useQuery(slotsQuery(useProfile().id))
  const error = platforms.error ?? slots.error
  const retry = () => void Promise.all([platforms.refetch(), slots.refetch()])
  const place = useNewPlace()
  if (!platforms.data || !slots.data || !place)
    return <Reading title={t.newPost} what={t.newPost} error={error} retry={retry} />
  const zone = slots.data.timezone ?? ownZone
  return <NewWriting platforms={platforms.data.platforms} zone={zone} place={place} onBorn={onBorn} />
}

interface NewProps {
  readonly place: CopyPlace
  readonly platforms: readonly Platform[]
  readonly zone: string
  readonly onBorn: (id: string) => void
}

function NewWriting({ platforms, zone, place, onBorn }: NewProps) {
  const profile = useProfile()
  const { at } = useSearch({ strict: false })
  useEffect(() => focusOn('text'), [])
  const fresh: Content = { ...emptyContent, platforms: firstPlatforms(profile, platforms) }
  const when = at === undefined ? noTime(zone) : whenAtText(at, zone)
  return <DraftWriting draft={null} newPlace={place} saved={fresh} profile={profile} when={when} onBorn={onBorn} />
}

/** A local time, or a moment. */
const whenAtText = (at: string, zone: string): When =>
  /Z$|[+-]\d\d:\d\d$/.test(at) ? whenAt(Date.parse(at), zone) : whenAtLocal(at, zone)

export function DraftSession({ id, onBorn }: { readonly id: string; readonly onBorn: (id: string) => void }) {
  const t = useWords(composerWords)
  const { data, error, refetch } = useQuery({ ...draftQuery(id), staleTime: 0 })
  const profile = useOwnProfile(data?.profile_id)
  const slots = useQuery({ ...slotsQuery(profile.id), enabled: data !== undefined })
  const newPlace = usePlaces()(`new ${id}`)
  const [first, setFirst] = useState<Draft>()
  // A later answer must not replace what is being written.
  if (first === undefined && data !== undefined) setFirst(data)
  if (first === undefined || slots.data === undefined)
    return <Reading title={t.editDraft} what={t.theDraft} error={error} retry={refetch} />
  if (first.submission) return <Ended title={t.editDraft} text={t.submitted} postId={first.submission.post_id} />
  const zone = slots.data.timezone ?? ownZone
  return (
    <DraftWriting
      draft={first}
      newPlace={newPlace}
      saved={fromDraft(first)}
      profile={profile}
      when={whenOf(first, zone)}
      onBorn={onBorn}
    />
  )
}

function whenOf({ id, approval }: Draft, zone: string): When {
  const at = approval?.scheduled_at ?? null
  if (approval === null || at === null || at === 'next_slot') return keptTime(id) ?? noTime(zone)
  return whenAt(Date.parse(at), approval.scheduled_timezone ?? zone)
}

/** The profile of what is edited, whichever is in view. */
function useOwnProfile(id: string | null | undefined): Profile {
  const inView = useProfile()
  const { data } = useSuspenseQuery(profilesQuery)
  return data.profiles.find((profile) => profile.id === id) ?? inView
}

interface DraftProps {
  readonly draft: Draft | null
  /** Where the text is kept while there is no draft of it: it is new, or somebody deleted it. */
  readonly newPlace: CopyPlace
  readonly saved: Content
  readonly profile: Profile
  readonly when: When
  readonly onBorn: (id: string) => void
}

function DraftWriting({ draft, newPlace, saved, profile, when, onBorn }: DraftProps) {
  const places = usePlaces()
  const navigate = useNavigate()
  const [start] = useState(() => {
    const place = (of: Draft | null) => (of === null ? newPlace : places(of.id))
    const copy = place(draft).read()
    const keeper = createKeeper({
      draft,
      profileId: profile.id,
      copy,
      saved,
      place,
      onBorn: ({ id }) => {
        onBorn(id)
        void navigate({ to: '/drafts/$id', params: { id }, search: true, replace: true })
      },
    })
    return { desk: { kind: 'draft', keeper } as const, content: copy?.content ?? saved }
  })
  return <Writing desk={start.desk} content={start.content} profile={profile} when={when} />
}

export function PostSession({ id }: { readonly id: number }) {
  const t = useWords(composerWords)
  const { data, error, refetch } = useQuery({ ...postQuery(id), staleTime: 0 })
  const [first, setFirst] = useState<Post>()
  if (first === undefined && data !== undefined) setFirst(data)
  const profile = useOwnProfile(data?.profile_id)
  const slots = useQuery({ ...slotsQuery(profile.id), enabled: data !== undefined })
  if (first === undefined || slots.data === undefined)
    return <Reading title={t.editPost} what={t.thePost} error={error} retry={refetch} />
  if (!first.editable) return <Ended title={t.editPost} text={t.notEditable} postId={first.id} />
  return <PostWriting post={first} profile={profile} profileZone={slots.data.timezone ?? ownZone} />
}

interface PostProps {
  readonly post: Post
  readonly profile: Profile
  readonly profileZone: string
}

function PostWriting({ post, profile, profileZone }: PostProps) {
  const place = usePlaces()(`post ${post.id}`)
  const [desk] = useState(() => createPostDesk(post, place))
  const [content] = useState(() => {
    const copy = place.read()
    return copy?.revision === post.revision ? copy.content : fromPost(post)
  })
  const zone = post.scheduled_timezone ?? profileZone
  const when = post.scheduled_at === null ? noTime(zone) : whenAt(Date.parse(post.scheduled_at), zone)
  return <Writing desk={desk} content={content} profile={profile} when={when} />
}

/** What can’t be written any more. */
function Ended({ title, text, postId }: { readonly title: string; readonly text: string; readonly postId: number }) {
  const t = useWords(composerWords)
  return (
    <Screen title={title}>
      <p className="second">{text}</p>
      <p>
        <Link to="/posts/$id" params={{ id: String(postId) }} className="link">
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
