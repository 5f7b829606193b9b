import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { badRequest } from './answers.ts'
import type { VideoDescription } from './store.ts'

/** The fields of a new video resource (discovery document, revision 20260924). Other fields are not allowed. */
const body = z.strictObject({
  kind: z.string().optional(),
  snippet: z
    .strictObject({
      title: z.string().optional(),
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      categoryId: z.string().optional(),
      defaultLanguage: z.string().optional(),
      defaultAudioLanguage: z.string().optional(),
    })
    .optional(),
  status: z
    .strictObject({
      privacyStatus: z.enum(['public', 'unlisted', 'private']).optional(),
      selfDeclaredMadeForKids: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
      embeddable: z.boolean().optional(),
      license: z.enum(['youtube', 'creativeCommon']).optional(),
      publicStatsViewable: z.boolean().optional(),
    })
    .optional(),
})

const maxTitle = 100
const maxDescription = 5_000 // bytes
const maxTags = 500
const domain = 'youtube.video'

/** The metadata of an upload, or the error. */
export function readMetadata(json: Json): VideoDescription | SimulatedReply {
  const read = body.safeParse(json)
  if (!read.success) return badRequest('badRequest', `Invalid JSON payload received. ${z.prettifyError(read.error)}`)
  const { snippet = {}, status = {} } = read.data
  const { title = 'unknown', description = '', tags = [], categoryId = '22' } = snippet
  if (title === '' || title.length > maxTitle || /[<>]/.test(title))
    return badRequest('invalidTitle', 'The request metadata specifies an invalid or empty video title.', domain)
  if (Buffer.byteLength(description) > maxDescription || /[<>]/.test(description))
    return badRequest('invalidDescription', 'The request metadata specifies an invalid video description.', domain)
  if (lengthOf(tags) > maxTags || tags.some((tag) => tag === '' || /[<>]/.test(tag)))
    return badRequest('invalidTags', 'The request metadata specifies invalid video keywords.', domain)
  if (!/^\d{1,2}$/.test(categoryId))
    return badRequest('invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.', domain)
  return {
    title,
    description,
    tags,
    categoryId,
    privacyStatus: status.privacyStatus ?? 'public',
    madeForKids: status.selfDeclaredMadeForKids ?? false,
    syntheticMedia: status.containsSyntheticMedia ?? null,
  }
}

/** Separated by commas; a tag with a space has quotation marks, which count too. */
function lengthOf(tags: readonly string[]): number {
  const quoted = tags.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag))
  return quoted.join(',').length
}
