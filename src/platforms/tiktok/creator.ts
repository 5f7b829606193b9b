import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { askCreator } from './account.ts'
import { refusal } from './errors.ts'
import { creatorInput, type PostInfo } from './plan.ts'
import { isOk } from './request.ts'
import { creatorOf } from './wire.ts'

/** The creator's username, and what the creator has turned off for all posts. */
const told = z.object({
  username: z.string().nullable(),
  off: z.object({ comments: z.boolean(), duets: z.boolean(), stitches: z.boolean() }),
})

/** TikTok requires this request before every direct post (developers.tiktok.com, creator_info, 2026-09-11). */
export const creator = defineAction({
  kind: 'prepare',
  input: creatorInput,
  perform: async ({ privacyLevel, seconds }, context) => {
    const answer = await askCreator(context)
    if (!isOk(answer)) return refusal(answer, 'read', context)
    const { privacy_level_options: levels, max_video_post_duration_sec: longest, ...may } = creatorOf(answer)
    if (!levels.includes(privacyLevel)) return levelNotOffered(privacyLevel, levels)
    if (seconds !== null && longest && seconds > longest) return tooLong(seconds, longest)
    const off = {
      comments: may.comment_disabled ?? false,
      duets: may.duet_disabled ?? false,
      stitches: may.stitch_disabled ?? false,
    }
    return { type: 'done', result: { username: may.creator_username ?? null, off } }
  },
})

const levelNotOffered = (level: string, levels: readonly string[]): Outcome => ({
  type: 'rejected',
  error: 'content_rejected',
  message: `TikTok does not offer \`privacy_level\` ${level} to this account. It offers ${levels.join(', ')}.`,
})

const tooLong = (seconds: number, longest: number): Outcome => ({
  type: 'rejected',
  error: 'media_rejected',
  message: `The video is ${Math.ceil(seconds)} seconds long. TikTok allows this account at most ${longest} seconds.`,
})

/** Features that the creator has turned off stay off. */
export function withCreatorSettings(info: PostInfo, { result }: Pick<StepContext, 'result'>): PostInfo {
  const { off } = result('creator', told)
  const isVideo = info.disable_duet !== undefined
  return {
    ...info,
    disable_comment: info.disable_comment || off.comments,
    ...(isVideo && {
      disable_duet: info.disable_duet || off.duets,
      disable_stitch: info.disable_stitch || off.stitches,
    }),
  }
}

/** The creator's present username. An inbox post has no creator step, so it has the username of the connection. */
export const usernameOf = (
  isDirect: boolean,
  { result, account }: Pick<StepContext, 'result' | 'account'>,
): string | null => (isDirect ? result('creator', told).username : null) ?? account.username
