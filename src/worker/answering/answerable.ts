import type { InboxPolicy } from '../../accounts/inbox-policy.ts'
import { publishedPost } from '../../accounts/published-post.ts'
import { autoReplyHindrance, missingBrandFields } from '../../domain/auto-reply.ts'
import { laneKey } from '../../domain/lane.ts'
import type { TextRule } from '../../domain/post-rules.ts'
import { hour } from '../../domain/time.ts'
import type { LanguageModel, ModelFor } from '../../model/model.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { PublishedPost, ReadComments, ReplyAction } from '../../platforms/shared/reads.ts'
import { type AccountRow, findProfileAccount } from '../../store/accounts/accounts.ts'
import { findWatching, type WatchContext, type WatchedPost } from '../../store/comments/watched-posts.ts'
import type { PublishServices } from '../job-work.ts'

export interface AnswerServices extends Omit<PublishServices, 'media' | 'greatestLateness'> {
  readonly languageModel: ModelFor
  readonly inbox: InboxPolicy
}

/** A post whose comments can be read now. */
export interface Readable extends WatchContext {
  readonly account: AccountRow
  readonly post: PublishedPost
  readonly platform: Platform
  readonly readComments: ReadComments
}

/** A post whose comments may be answered now, with everything that is needed for it. */
export interface Answerable extends Readable {
  readonly model: LanguageModel
  readonly rule: TextRule
  readonly action: ReplyAction
}

/** Why work on a post ends before everything is done. */
export type Halt =
  /** Nothing can be done until a person changes something, which wakes the post. */
  | { readonly type: 'asleep' }
  /** There is more to do in this many milliseconds. */
  | { readonly type: 'later'; readonly dueIn: number }
  /** Something failed. `account`: no calls may be made for the whole account. */
  | { readonly type: 'failed'; readonly atLeast: number; readonly account: boolean }

/** Everything is read again, so that what was switched off in the meantime is respected. */
export async function answerableNow(
  services: AnswerServices,
  claim: Pick<WatchedPost, 'id' | 'lane'>,
): Promise<Answerable | Halt> {
  const readable = await readableNow(services, claim)
  return 'type' in readable ? readable : answerableOf(services, readable)
}

/** The post, if its account is connected and its platform lists comments. */
export async function readableNow(
  { database, platforms }: AnswerServices,
  claim: Pick<WatchedPost, 'id' | 'lane'>,
): Promise<Readable | Halt> {
  const watching = await findWatching(database.read, claim.id)
  const post = watching && publishedPost(watching.job)
  if (!post) return { type: 'asleep' }
  const { job } = watching
  const account = await findProfileAccount(database.read, job.profile_id, job.platform)
  if (account?.status !== 'connected' || laneKey({ ...account, remoteId: account.remote_id }) !== claim.lane)
    return { type: 'asleep' }
  const platform = platforms.find(({ name }) => name === job.platform)
  const type = platform?.postTypes.find(({ name }) => name === job.content.postType)
  const readComments = platform?.live.readComments
  if (!platform || !readComments || type?.firstComments === false) return { type: 'asleep' }
  return { ...watching, account, post, platform, readComments }
}

export function answerableOf({ languageModel, pace }: AnswerServices, readable: Readable): Answerable | Halt {
  const { isOn, plan, brand, account, platform } = readable
  const { comment: rule, live } = platform
  if (!isOn || !live.reply || !rule) return { type: 'asleep' }
  const model = languageModel(account.environment)
  const hindrance = autoReplyHindrance({
    plan,
    missingFields: missingBrandFields(brand),
    languageModel: model !== null,
    // The model itself counts them with each question.
    tokensLeft: true,
  })
  // The operator may configure a model before the next start.
  if (!model) return { type: 'later', dueIn: pace(hour) }
  if (hindrance) return { type: 'asleep' }
  return { ...readable, model, rule, action: live.reply }
}
