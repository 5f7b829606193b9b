import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, mediaFile, mimeTypeOf, step } from '../shared/planning.ts'
import { options } from './options.ts'
import { titleOf } from './title.ts'

const privacy = z.enum(['public', 'unlisted', 'private'])

export const playlistInput = z.object({ playlistId: z.string() })

export const uploadInput = z.object({
  media: mediaFile,
  mimeType: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  privacyStatus: privacy,
  madeForKids: z.boolean(),
  syntheticMedia: z.boolean(),
})

/** `plannedAt`, in milliseconds since 1970: anything older was not created by the step. */
export const postInput = z.object({
  media: mediaFile,
  mimeType: z.string(),
  title: z.string(),
  postType: z.string(),
  plannedAt: z.number(),
})

export const processingInput = z.object({ privacyStatus: privacy, isShort: z.boolean() })

export const thumbnailInput = z.object({ media: mediaFile, mimeType: z.string() })

/** `before`: the steps of earlier comments, which may have the same text. */
export const commentInput = z.object({ text: z.string(), before: z.array(z.string()), plannedAt: z.number() })

/**
 * The playlist is checked before anything is uploaded. The last chunk of the file creates the video. The thumbnail of a
 * regular video follows at once. All other follow-ups wait until YouTube has processed the video: a Short accepts no
 * thumbnail before that (revision history of 2026-11-03), and it is not documented whether an unprocessed video accepts
 * comments.
 */
export function plan(content: Content, _: Account, { now }: PlanTools): readonly PlannedStep[] {
  const [video] = content.media
  if (!video) throw new Error('A post on YouTube has a video.')
  const { playlist_id: playlistId, ...given } = options.parse(content.options)
  const { postType, text, comments } = content
  const mimeType = mimeTypeOf(video)
  const title = titleOf(content)
  const privacyStatus = given.privacy_status ?? 'public'
  const thumbnail = thumbnailSteps(video)
  const isShort = postType === 'shorts'
  return [
    ...(playlistId === undefined ? [] : [step('playlist', 'checkPlaylist', playlistInput, { playlistId })]),
    step('upload', 'upload', uploadInput, {
      media: video,
      mimeType,
      title,
      description: text,
      tags: given.tags ?? [],
      privacyStatus,
      madeForKids: given.made_for_kids ?? false,
      syntheticMedia: given.containsSyntheticMedia ?? false,
    }),
    step('post', 'post', postInput, { media: video, mimeType, title, postType, plannedAt: now }),
    ...(isShort ? [] : thumbnail),
    step('processing', 'processing', processingInput, { privacyStatus, isShort }),
    ...(isShort ? thumbnail : []),
    ...(playlistId === undefined ? [] : [step('playlist-entry', 'addToPlaylist', playlistInput, { playlistId })]),
    ...comments.map((said, index) =>
      step(commentName(index), 'comment', commentInput, { text: said, before: namesBefore(index), plannedAt: now }),
    ),
  ]
}

const namesBefore = (index: number): string[] => Array.from({ length: index }, (_, before) => commentName(before))

const thumbnailSteps = ({ thumbnail }: ContentMedia): PlannedStep[] =>
  thumbnail === null
    ? []
    : [step('thumbnail', 'thumbnail', thumbnailInput, { media: thumbnail, mimeType: mimeTypeOf(thumbnail) })]
