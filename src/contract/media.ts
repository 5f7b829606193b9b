import { z } from 'zod'
import { isMediaType, maxMediaBytes, mediaTypes } from '../domain/media-types.ts'
import { httpUrl } from './common.ts'
import type { Operation } from './operation.ts'

export const mediaType = z.enum(Object.keys(mediaTypes).filter(isMediaType))

const storageKey = z.string().min(1).max(500).meta({ description: '`storageKey` of an upload.' })

/** One item of a `media` array in a request. */
export const mediaItem = z
  .strictObject({
    url: httpUrl.optional().meta({ description: '`publicUrl` of one of your uploads.' }),
    storageKey: storageKey.optional().meta({ description: '`storageKey` of one of your uploads, instead of `url`.' }),
    thumbnail_url: httpUrl.nullish().meta({
      description:
        'Cover of a video: the `publicUrl` of one of your image uploads. An unsuitable cover is left out with a warning.',
    }),
    alt_text: z.string().max(5_000).nullish().meta({ description: 'Describes the item for people who cannot see it.' }),
  })
  .superRefine(({ url, storageKey }, context) => {
    if ((url === undefined) === (storageKey === undefined))
      context.addIssue({ code: 'custom', path: ['url'], message: 'Send either `url` or `storageKey`.' })
  })
  .meta({ id: 'MediaItem', description: 'Either `url` or `storageKey` is required.' })

/** One item of a `media` array in a response. It can be sent again unchanged. */
export const storedMediaItem = z
  .strictObject({
    url: z.url().meta({ description: 'The `publicUrl`, even if the item was sent with `storageKey`.' }),
    thumbnail_url: z.url().nullable(),
    alt_text: z.string().nullable(),
  })
  .meta({ id: 'StoredMediaItem' })

export const exampleMediaUrl = 'https://media.acme.example/m/7Qm2xVb9KfTz/launch.mp4'

const body = z
  .strictObject({
    url: httpUrl.optional().meta({ description: 'Public URL of the file. The service downloads it.' }),
    filename: z.string().min(1).max(255).optional().meta({ description: 'Name of the file that you will PUT.' }),
    contentType: mediaType.optional().meta({ description: 'Type of the file that you will PUT.' }),
    size: z
      .int()
      .min(1)
      .max(maxMediaBytes)
      .optional()
      .meta({ description: 'Size of the file in bytes, at most 5 GB.' }),
  })
  .superRefine(({ url, ...file }, context) => {
    const fields = ['filename', 'contentType', 'size'] as const
    const sent = fields.filter((field) => file[field] !== undefined)
    const report = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (url !== undefined) {
      for (const field of sent) report(field, `Leave out \`${field}\` where \`url\` is sent.`)
    } else if (sent.length === 0) {
      report('url', 'Send `url`, or `filename`, `contentType` and `size` together.')
    } else {
      for (const field of fields.filter((name) => !sent.includes(name)))
        report(field, 'Send `filename`, `contentType` and `size` together.')
    }
  })

const upload = z
  .strictObject({
    url: z.url().meta({ description: 'Presigned URL for the PUT of the file. It is valid for one hour.' }),
    contentType: mediaType,
    size: z.int().meta({ description: 'In bytes.' }),
    publicUrl: z.url().meta({ description: 'The URL for a `media` array. It does not expire.' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'Headers to send with the PUT.' }),
    storageKey: z.string().meta({ description: 'Can be sent in a `media` array instead of `publicUrl`.' }),
  })
  .meta({ id: 'Upload' })

export const mediaOperations = {
  upload: {
    method: 'POST',
    path: '/upload',
    tag: 'media',
    summary: 'Upload an image or a video',
    description:
      'With `url`, the service downloads the file, and `publicUrl` works at once. With `filename`, `contentType` and `size`, you PUT the file to the returned `url` with the returned `headers`. Until then a post with this file gets `media_not_ready`. At most 5 GB.',
    scope: 'write',
    role: 'author',
    body,
    response: upload,
    errors: ['limit_reached', 'content_rejected', 'unfetchable_url', 'forbidden_address'],
    example: {
      body: { url: 'https://acme.example/videos/launch.mp4' },
      response: {
        url: 'https://media.acme.example/staging/7Qm2xVb9KfTz?expires=1794304800&signature=6b1f0c9d2e',
        contentType: 'video/mp4',
        size: 8_412_004,
        publicUrl: exampleMediaUrl,
        headers: { 'Content-Type': 'video/mp4' },
        storageKey: '7Qm2xVb9KfTz/launch.mp4',
      },
    },
    idempotent: true,
  },
} as const satisfies Record<string, Operation>
