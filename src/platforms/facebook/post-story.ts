import type { Outcome, Presence, Refusal } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone, publishTimeout } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { uploadedPhoto } from './photo.ts'
import { photoStoryInput, videoStoryInput } from './plan.ts'
import { lookAt, settleTime } from './post.ts'
import { addressOf, published } from './published.ts'
import { ofPage } from './request.ts'
import { uploadedVideo } from './video.ts'
import { storiesAnswer, storyAnswer, storyFields } from './wire.ts'

/** More than the stories of a Page in a day. */
const listSize = 100

export const photoStory = defineAction({
  kind: 'commit',
  input: photoStoryInput,
  perform: async ({ photo }, context) => {
    const { id } = context.result(photo, uploadedPhoto)
    return made(id, await publish('/photo_stories', { photo_id: id }, context), context)
  },
  doubt: {
    reconcile: ({ photo }, context) => findStory(context.result(photo, uploadedPhoto).id, context),
    // A published photo cannot become a story again (developers.facebook.com, Page Stories API, 2026-09-11).
    repeatable: () => true,
    settleTime,
    lookAt,
  },
})

export const videoStory = defineAction({
  kind: 'commit',
  input: videoStoryInput,
  perform: async ({ upload }, context) => {
    const { id } = context.result(upload, uploadedVideo)
    const form = { upload_phase: 'finish', video_id: id }
    return made(id, await publish('/video_stories', form, context), context)
  },
  doubt: {
    reconcile: ({ upload }, context) => findStory(context.result(upload, uploadedVideo).id, context),
    // Each upload is one video, and a session ends once.
    repeatable: () => true,
    settleTime,
    lookAt,
  },
})

const publish = (path: string, form: Readonly<Record<string, string>>, context: StepContext): Promise<Answer> =>
  ofPage(context, { method: 'POST', path, form, headersTimeout: publishTimeout })

/** The list of stories has the URL; a story without one is published, too. */
async function made(mediaId: string, answer: Answer, context: StepContext): Promise<Outcome> {
  if (!isDone(answer)) return refusal(answer, 'post', context)
  const { post_id: id } = storyAnswer.parse(answer.json())
  return { type: 'done', ...published({ id, postId: id, url: await addressOfStory(mediaId, context) }) }
}

async function addressOfStory(mediaId: string, context: StepContext): Promise<string | null> {
  try {
    const stories = await listStories(context)
    const url = 'type' in stories ? null : stories.find(({ media_id }) => media_id === mediaId)?.url
    return url ? addressOf(url, '', context) : null
  } catch (error) {
    context.log.warn({ err: error }, 'the address of a story could not be read')
    return null
  }
}

async function listStories(context: StepContext) {
  const answer = await ofPage(context, {
    method: 'GET',
    path: '/stories',
    query: { fields: storyFields, limit: String(listSize) },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context) satisfies Refusal
  return storiesAnswer.parse(answer.json()).data
}

/** A story is found by its photo or video, which belongs to one upload. */
async function findStory(mediaId: string, context: StepContext): Promise<Presence> {
  const stories = await listStories(context)
  if ('type' in stories) return presenceFrom(stories)
  const story = stories.find(({ media_id }) => media_id === mediaId)
  if (!story) return { type: 'absent' }
  const url = story.url ? addressOf(story.url, '', context) : null
  return { type: 'found', ...published({ id: story.post_id, postId: story.post_id, url }) }
}
