import type { z } from 'zod'
import type { Json, Refusal } from '../../domain/outcome.ts'
import type { StepContext } from '../shared/context.ts'
import { card } from './link-card.ts'
import type { plannedEmbed } from './plan.ts'
import { uploadImage } from './upload.ts'
import { processedVideo } from './video.ts'
import { type Blob, uploadAnswer } from './wire.ts'

type PlannedEmbed = z.output<typeof plannedEmbed>
type Images = Extract<PlannedEmbed, { type: 'images' }>['images']

/** The media or the card of a post, from the results of earlier steps. */
export function embedOf(planned: PlannedEmbed, context: StepContext): Json {
  switch (planned.type) {
    case 'none':
      return null
    case 'images':
      return imagesOf(
        planned.images,
        planned.images.map(({ step }) => context.result(step, uploadAnswer).blob),
      )
    case 'video':
      return {
        $type: 'app.bsky.embed.video',
        video: processedVideo(context),
        ...(planned.alt !== '' && { alt: planned.alt }),
        ...(planned.aspectRatio && { aspectRatio: planned.aspectRatio }),
      }
    case 'card':
      return cardOf(planned.uri, context, true)
  }
}

const imagesOf = (images: Images, blobs: readonly Blob[]): Json => ({
  $type: 'app.bsky.embed.images',
  images: images.flatMap(({ alt, aspectRatio }, index) => {
    const image = blobs[index]
    return image ? [{ image, alt, ...(aspectRatio && { aspectRatio }) }] : []
  }),
})

function cardOf(uri: string, context: StepContext, withImage: boolean): Json {
  const { title, description, thumb } = context.result('link-card', card)
  const external = { uri, title, description, ...(withImage && thumb && { thumb }) }
  return { $type: 'app.bsky.embed.external', external }
}

/**
 * For a post whose uploads Bluesky has deleted. It deletes blobs that no record uses within minutes to hours. An image that is
 * uploaded again is the same blob, so the record stays the same. A card is sent without its picture. A processed video can't
 * be restored: the video service answers that it exists already.
 */
export async function restoredEmbed(
  planned: PlannedEmbed,
  context: StepContext,
): Promise<{ readonly embed: Json } | Refusal | null> {
  if (planned.type === 'card') return { embed: cardOf(planned.uri, context, false) }
  if (planned.type !== 'images') return null
  const blobs: Blob[] = []
  for (const { source } of planned.images) {
    const sent = await uploadImage(source, context)
    if ('type' in sent) return sent
    blobs.push(sent.blob)
  }
  return { embed: imagesOf(planned.images, blobs) }
}
