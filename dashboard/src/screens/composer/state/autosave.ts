import { ApiError, type Draft } from '@polypost/sdk'
import { polypost } from '../../../data/client.ts'
import { newKey } from '../../../data/new-key.ts'
import { onReach } from '../../../data/reach.ts'
import { type Content, fromDraft, isEmpty, toDraftBody } from '../content.ts'
import type { Attempt, Copy, CopyStore } from '../local-copy.ts'
import { forgetTime } from '../remembered-time.ts'

export type SaveState =
  /** Everything is saved. */
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  /** The service does not answer. It is saved when it does. */
  | { readonly kind: 'unreached' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** Somebody else changed the draft. */
  | { readonly kind: 'conflict'; readonly theirs: Draft }

export interface SavedDraft {
  readonly state: SaveState
  /** As it is saved; null: it is not saved yet. */
  readonly draft: Draft | null
  /** The profile of the draft, or the one that it will get. */
  readonly profileId: string
}

/** Resolves with what is saved; null: nothing is. */
type Stop = () => Promise<Draft | null>

/** Saves what is written as a draft. */
export interface Autosave {
  readonly get: () => SavedDraft
  readonly subscribe: (listener: () => void) => () => void
  /** Begins. Returns how to stop; what is not saved is saved then. */
  readonly start: () => Stop
  /** Nothing is written, and nothing is saved. */
  readonly isBlank: () => boolean
  readonly write: (content: Content) => void
  /** Saves at once. Throws what hinders it. */
  readonly flush: () => Promise<Draft>
  /** Goes on from this draft: it was submitted, or the writer takes what somebody else wrote. */
  readonly take: (draft: Draft, content?: Content) => void
  /** Ends a conflict with the writer’s text. */
  readonly keepMine: (theirs: Draft) => void
  /** Deletes the draft. */
  readonly discard: () => Promise<void>
}

interface Start {
  readonly draft: Draft | null
  readonly profileId: string
  /** Content that was written before and is not saved. */
  readonly copy: Copy | null
  readonly saved: Content
  readonly storeOf: (draft: Draft | null) => CopyStore
}

/** How long nothing must change before it is saved, in milliseconds. */
const pause = 1_500
/** After a fault of the service, in milliseconds. */
const retryAfter = 5_000

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'revision_conflict' || error.code === 'already_submitted')

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

const isSame = (one: Content, other: Content): boolean =>
  JSON.stringify(toDraftBody(one)) === JSON.stringify(toDraftBody(other))

export function createAutosave({ copy, storeOf, ...start }: Start): Autosave {
  let { draft, profileId } = start
  let saved: Content | null = start.saved
  let wanted = copy?.content ?? start.saved
  let revision = copy === null ? (draft?.revision ?? null) : copy.revision
  let attempt: Attempt | null = copy?.attempt ?? null
  let state: SaveState = wanted === saved ? { kind: 'saved' } : { kind: 'unsaved' }
  let shown: SavedDraft = { state, draft, profileId }
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDiscarded = false
  const listeners = new Set<() => void>()

  const show = (next: SaveState) => {
    state = next
    shown = { state, draft, profileId }
    for (const listener of listeners) listener()
  }
  const isDone = () => wanted === saved || (draft === null && isEmpty(wanted)) || isDiscarded
  const writeCopy = () => {
    if (isDone()) storeOf(draft).drop()
    else storeOf(draft).write({ content: wanted, revision, attempt })
  }
  const own = (next: Draft, content: Content) => {
    if (draft === null) storeOf(null).drop()
    draft = next
    profileId = next.profile_id
    revision = next.revision
    saved = content
    attempt = null
    writeCopy()
  }
  const later = (time: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void run().catch(() => {}), time)
  }

  async function send({ key, content, revision: expected }: Attempt): Promise<Draft> {
    const options = { idempotencyKey: key }
    if (draft === null || expected === null)
      return polypost.drafts.save({ profile_id: profileId, ...toDraftBody(content) }, options)
    return polypost.drafts.update(draft.id, { expected_revision: expected, ...toDraftBody(content) }, {}, options)
  }

  /** The draft as somebody else left it; undefined: it was this writer, or nothing is left of it. */
  async function theirsNow(content: Content): Promise<Draft | undefined> {
    if (draft === null) return undefined
    const theirs = await polypost.drafts.get(draft.id)
    if (theirs.status === 'submitted' || !isSame(fromDraft(theirs), content)) return theirs
    own(theirs, content)
    return undefined
  }

  async function saveOnce(): Promise<void> {
    attempt ??= { key: newKey(), content: wanted, revision }
    writeCopy()
    const { content } = attempt
    try {
      own(await send(attempt), content)
    } catch (error) {
      if (isRefusal(error)) attempt = null
      if (error instanceof ApiError && error.status === 404 && draft !== null) {
        // Somebody deleted it. What is written is not lost: it becomes a new draft.
        draft = null
        revision = null
        return
      }
      if (!isConflict(error)) throw error
      const theirs = await theirsNow(content)
      if (theirs === undefined) return
      show({ kind: 'conflict', theirs })
      throw error
    }
  }

  async function saveAll(): Promise<void> {
    try {
      while (!isDone()) await saveOnce()
      show({ kind: 'saved' })
    } catch (error) {
      if (isRefusal(error)) {
        if (!isConflict(error)) show({ kind: 'refused', error })
      } else {
        show({ kind: 'unreached' })
        later(retryAfter)
      }
      throw error
    } finally {
      running = null
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    running ??= saveAll()
    return running
  }
  const runQuietly = () => void (isDone() || state.kind === 'conflict' || run().catch(() => {}))
  const saveLast = async () => {
    if (!isDone() && state.kind !== 'conflict') await run()
    return isDiscarded ? null : draft
  }

  return {
    get: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      const stopReach = onReach(runQuietly)
      const hide = () => document.visibilityState === 'hidden' && runQuietly()
      document.addEventListener('visibilitychange', hide)
      if (!isDone()) later(pause)
      return () => {
        stopReach()
        document.removeEventListener('visibilitychange', hide)
        return saveLast()
      }
    },
    isBlank: () => draft === null && isEmpty(wanted),
    write: (content) => {
      if (content === wanted) return
      wanted = content
      writeCopy()
      if (state.kind === 'conflict') return
      if (isDone()) return show({ kind: 'saved' })
      if (state.kind !== 'unreached') show({ kind: 'unsaved' })
      later(pause)
    },
    flush: async () => {
      await running?.catch(() => {})
      await run()
      if (draft === null) throw new Error('Nothing was written.')
      return draft
    },
    take: (next, content = wanted) => {
      wanted = content
      own(next, content)
      show({ kind: 'saved' })
    },
    keepMine: (theirs) => {
      const isGone = theirs.status === 'submitted'
      storeOf(draft).drop()
      draft = isGone ? null : theirs
      profileId = theirs.profile_id
      revision = isGone ? null : theirs.revision
      attempt = null
      saved = null
      show({ kind: 'unsaved' })
      void run().catch(() => {})
    },
    discard: async () => {
      clearTimeout(timer)
      await running?.catch(() => {})
      if (draft !== null) {
        await polypost.drafts.delete(draft.id, { expected_revision: revision ?? draft.revision })
        forgetTime(draft.id)
      }
      isDiscarded = true
      storeOf(draft).drop()
      storeOf(null).drop()
    },
  }
}
