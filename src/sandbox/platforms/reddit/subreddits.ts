import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { forbidden, notWritten, type WriteError } from './answers.ts'
import type { Call } from './gate.ts'
import type { Post } from './store.ts'

/** The properties of a post that a community may refuse. */
export type SubmittedPost = Pick<Post, 'kind' | 'url' | 'flair'>

interface Rule {
  /** A part of a community's name; tests choose such a community by it. */
  readonly named: RegExp
  readonly refuses: (wanted: SubmittedPost) => boolean
  readonly error: WriteError
}

const always = (): boolean => true

const rules: readonly Rule[] = [
  {
    named: /nowhere/,
    refuses: always,
    error: ['SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist. Try checking the spelling.", 'sr'],
  },
  {
    named: /restricted/,
    refuses: always,
    error: ['SUBREDDIT_NOTALLOWED', "You aren't allowed to post there.", 'sr'],
  },
  {
    named: /links_only/,
    refuses: ({ kind }) => kind === 'self',
    error: ['NO_SELFS', "This community doesn't allow text posts", 'sr'],
  },
  {
    named: /text_only/,
    refuses: ({ kind }) => kind === 'link',
    error: ['NO_LINKS', 'This community only allows text posts', 'sr'],
  },
  // This code is a guess: no other list contains it.
  {
    named: /text_only|no_images/,
    refuses: ({ kind }) => kind === 'image',
    error: ['NO_IMAGES', "This community doesn't allow images", 'sr'],
  },
  {
    named: /flairs/,
    refuses: ({ flair }) => flair === null,
    error: ['SUBMIT_VALIDATION_FLAIR_REQUIRED', 'Your post must contain post flair.', 'flair'],
  },
]

/** Why a community refuses a post. A profile accepts only posts of its owner. */
export function refusedBy(
  subreddit: string,
  wanted: SubmittedPost,
  { user }: Pick<Call, 'user'>,
): SimulatedReply | null {
  const name = subreddit.toLowerCase()
  if (name.startsWith('u_') && name !== `u_${user.username.toLowerCase()}`)
    return notWritten(['SUBREDDIT_NOTALLOWED', "You aren't allowed to post there.", 'sr'])
  if (/private/.test(name)) return forbidden('private')
  const rule = rules.find(({ named, refuses }) => named.test(name) && refuses(wanted))
  return rule ? notWritten(rule.error) : null
}

/** Such a community accepts each link once, no matter who posts it. */
export const takesLinksOnce = (subreddit: string): boolean => /links_once/i.test(subreddit)

export const isLocked = (subreddit: string): boolean => /locked/i.test(subreddit)

/** Reads do not return comments in such a community. */
export const isQuarantined = (subreddit: string): boolean => /quarantined/i.test(subreddit)

/** The spelling of the community's name: that of the first request. */
export function nameOf(subreddit: string, world: World): string {
  const names = world.documents('subreddits')
  const known = names.get(subreddit.toLowerCase())
  if (typeof known === 'string') return known
  names.put(subreddit.toLowerCase(), subreddit)
  return subreddit
}
