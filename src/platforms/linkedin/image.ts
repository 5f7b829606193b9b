import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import { type Answer, call, hostOf, isDone } from '../shared/call.ts'
import type { LiveContext, StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { imageInput } from './plan.ts'
import { request } from './request.ts'
import { imageUpload } from './wire.ts'

/** Result of an upload that nobody sees yet: an image, or a video that may have a cover. */
export const uploaded = z.object({ id: z.string(), isCovered: z.boolean() })

/** Each attempt starts a new upload; an image that is never posted is invisible. */
export const image = defineAction({
  kind: 'upload',
  input: imageInput,
  perform: async (input, context) => {
    const answer = await request(context, {
      method: 'POST',
      path: '/rest/images',
      query: { action: 'initializeUpload' },
      json: { initializeUploadRequest: { owner: context.account.remoteId } },
    })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const { uploadUrl, image: id } = imageUpload.parse(answer.json())
    // The token is sent there, so it must be LinkedIn's own host.
    if (!isLinkedIn(uploadUrl, context))
      return {
        type: 'rejected',
        error: 'platform_rejected',
        message: `LinkedIn asked for the image to be sent to ${new URL(uploadUrl).origin}, which is not LinkedIn’s host. The setting LINKEDIN_WEB_URL names that host.`,
      }
    const sent = await send(uploadUrl, input, context)
    if (!isDone(sent)) return refusal(sent, 'media', context)
    return { type: 'done', result: { id, isCovered: false } }
  },
})

/** The camera's data is removed from a JPEG. Other types are sent as they are, in pieces as they are read. */
async function send(
  url: string,
  { media, mimeType }: z.output<typeof imageInput>,
  context: StepContext,
): Promise<Answer> {
  const bytes = mimeType === 'image/jpeg' ? await context.readImage(media) : null
  return call(context, {
    method: 'PUT',
    url,
    token: context.credentials.accessToken,
    bytes: {
      contentType: 'application/octet-stream',
      size: bytes?.length ?? media.facts.size,
      body: bytes ?? context.read(media),
    },
  })
}

function isLinkedIn(url: string, context: Pick<LiveContext, 'hosts'>): boolean {
  const { origin, protocol, hostname } = new URL(url)
  const own = ['web', 'api'].map((name) => new URL(hostOf(context, name)).origin)
  return own.includes(origin) || (protocol === 'https:' && hostname.endsWith('.linkedin.com'))
}
