import { z } from 'zod'
import { isMediaType, maxMediaBytes, mediaTypes } from '../domain/media-types.ts'
import { envelope, httpUrl, mediaId, nextCursor, profileScopeOrAll, queryCursor, queryInteger, time } from './common.ts'
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
    small_url: z.string().max(2_000).nullish().meta({
      description: 'Has no effect. It is accepted so that an item that was read can be sent again.',
      'x-addition': true,
    }),
  })
  .superRefine(({ url, storageKey }, context) => {
    if ((url === undefined) === (storageKey === undefined))
      context.addIssue({ code: 'custom', path: ['url'], message: 'Send either `url` or `storageKey`.' })
  })
  .meta({ id: 'MediaItem', description: 'Either `url` or `storageKey` is required.' })

const smallUrl = z.url().nullable().meta({
  description:
    'A small picture of the file, 320 pixels at its longer side; null: there is none yet, or none can be made.',
  'x-addition': true,
})

const maxPoster = 350_000 // characters

const poster = z
  .string()
  .max(maxPoster)
  .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'Must be a data URL of a JPEG, PNG or WebP.')
  .meta({
    description:
      'A frame of a video, of which its small picture is made, as a data URL of at most 350,000 characters. Null: none.',
    'x-addition': true,
  })

/** One item of a `media` array in a response. It can be sent again unchanged. */
export const storedMediaItem = z
  .strictObject({
    url: z.url().meta({ description: 'The `publicUrl`, even if the item was sent with `storageKey`.' }),
    thumbnail_url: z.url().nullable(),
    alt_text: z.string().nullable(),
    small_url: smallUrl,
  })
  .meta({ id: 'StoredMediaItem' })

const exampleId = '7Qm2xVb9KfTzW4nR8sYc1LpD6hGj3vXa.mp4'

export const exampleMediaUrl = `https://media.acme.example/media/${exampleId}`

const body = z
  .strictObject({
    url: httpUrl.optional().meta({ description: 'Public URL of the file. The service downloads it.' }),
    filename: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'Name of the file that you will PUT. The media library shows it.' }),
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
    id: z
      .string()
      .meta({ description: 'ID of the file in the media library, for `GET /media/{id}`.', 'x-addition': true }),
  })
  .meta({ id: 'Upload' })

const mediaKind = z.enum(['image', 'video'])

const altText = z.string().max(5_000).meta({
  description:
    'Describes the file for people who cannot see it. Posts and drafts that use the file and send no `alt_text` of their own get this one.',
})

const uses = <T extends z.ZodType>(id: T) =>
  z.strictObject({ count: z.int(), newest: z.array(id).max(20).meta({ description: 'IDs of the newest.' }) })

const postUses = uses(z.int()).meta({ id: 'PostUses' })

const known = <T extends z.ZodType>(fact: T, description: string) => fact.nullable().meta({ description })

const libraryItem = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ description: 'The name of the file when it was uploaded, until it is renamed.' }),
    alt_text: altText.nullable(),
    url: z.url().meta({ description: 'The `publicUrl`: the URL for a `media` array.' }),
    small_url: smallUrl,
    kind: mediaKind,
    status: z.enum(['awaiting', 'ready']).meta({ description: '`awaiting`: the bytes have not arrived.' }),
    content_type: mediaType,
    size: z.int().meta({ description: 'In bytes.' }),
    width: known(z.number(), 'In pixels, before the rotation.'),
    height: known(z.number(), 'In pixels, before the rotation.'),
    rotation: known(z.number(), 'Degrees by which a player turns the picture.'),
    seconds: known(z.number(), 'Duration of a video.'),
    frame_rate: known(z.number(), 'Frames per second.'),
    video_codec: known(z.string(), 'Null for images.'),
    audio_codec: known(z.string(), 'Null without sound.'),
    animated: known(z.boolean(), 'Whether an image moves.'),
    used_in: z
      .strictObject({
        posts: postUses.meta({ description: 'Posts that are not deleted.' }),
        deleted_posts: postUses.meta({
          description: 'Deleted posts that can be brought back. They keep the file, until somebody deletes it.',
          'x-addition': true,
        }),
        drafts: uses(z.uuid()),
      })
      .meta({ description: 'Posts and drafts that use the file, also as a cover.' }),
    created_at: time,
  })
  .meta({ id: 'Media' })

const exampleItem = {
  id: exampleId,
  name: 'launch.mp4',
  alt_text: 'A rocket leaves its pad.',
  url: exampleMediaUrl,
  small_url: null,
  kind: 'video',
  status: 'ready',
  content_type: 'video/mp4',
  size: 8_412_004,
  width: 1_920,
  height: 1_080,
  rotation: 0,
  seconds: 14.2,
  frame_rate: 30,
  video_codec: 'avc',
  audio_codec: 'aac',
  animated: false,
  used_in: {
    posts: { count: 1, newest: [1041] },
    deleted_posts: { count: 0, newest: [] },
    drafts: { count: 0, newest: [] },
  },
  created_at: '2026-11-02T08:58:12.004Z',
}

const params = z.strictObject({ id: mediaId })

export const mediaOperations = {
  getLinkCard: {
    method: 'GET',
    path: '/link-card',
    tag: 'media',
    summary: 'Read the card of a link',
    returns: 'What platforms show of the link.',
    description:
      'What platforms show below a post with this link: the service reads the title, the description and the picture of the page. The picture is served by this instance, for a day. Platforms read the page themselves, so they may show something else.',
    scope: 'read',
    role: 'author',
    query: z.strictObject({ url: httpUrl.meta({ description: 'The address of a public page.' }) }),
    response: envelope(
      z.strictObject({
        url: z.url().meta({ description: 'After all redirects.' }),
        title: z.string(),
        description: z.string(),
        picture_url: z.string().nullable().meta({ description: 'A path of this instance; null without a picture.' }),
      }),
    ),
    errors: ['limit_reached', 'unfetchable_url', 'forbidden_address'],
    example: {
      query: { url: 'https://acme.example/launch' },
      response: {
        status: 'ok',
        data: {
          url: 'https://acme.example/launch',
          title: 'We launch on Monday',
          description: 'Everything about the launch.',
          picture_url: '/pictures/card-1f0c9d2e.Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6',
        },
      },
    },
    addition: true,
  },
  upload: {
    method: 'POST',
    path: '/upload',
    tag: 'media',
    summary: 'Upload an image or a video',
    returns: 'The file, stored, or the URL to which it must be sent.',
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
        url: 'https://media.acme.example/media/7Qm2xVb9KfTzW4nR8sYc1LpD6hGj3vXa.mp4?expires=1794304800&signature=6b1f0c9d2e',
        contentType: 'video/mp4',
        size: 8_412_004,
        publicUrl: exampleMediaUrl,
        headers: { 'Content-Type': 'video/mp4' },
        storageKey: exampleId,
        id: exampleId,
      },
    },
  },
  listMedia: {
    method: 'GET',
    path: '/media',
    tag: 'media',
    summary: 'List the media library',
    returns: 'A page of files.',
    description: 'All your uploads, newest first.',
    scope: 'read',
    query: z.strictObject({
      profile_id: profileScopeOrAll.meta({
        description: `Files that posts or drafts of these profiles use, and files that nothing uses. ${profileScopeOrAll.description}`,
        'x-addition': true,
      }),
      search: z.string().min(1).max(200).optional().meta({ description: 'Part of the name, in any case.' }),
      kind: mediaKind.optional().meta({ description: 'Animated images are images.' }),
      used: z.enum(['true', 'false']).optional().meta({
        description:
          '`true`: some post or draft uses the file, or a deleted post that can be brought back. `false`: none does.',
      }),
      cursor: queryCursor,
      limit: queryInteger({ min: 1, max: 100, fallback: 25 }),
    }),
    response: envelope(z.strictObject({ media: z.array(libraryItem), next_cursor: nextCursor })),
    errors: ['invalid_cursor'],
    example: {
      query: { kind: 'video', search: 'launch' },
      response: { status: 'ok', data: { media: [exampleItem], next_cursor: null } },
    },
    addition: true,
  },
  getMedia: {
    method: 'GET',
    path: '/media/{id}',
    tag: 'media',
    summary: 'Read a file of the media library',
    returns: 'The file.',
    description:
      'After a PUT straight into object storage, this read also runs the checks of the file, and the response says what is wrong with it.',
    scope: 'read',
    params,
    response: envelope(libraryItem),
    errors: ['content_rejected'],
    example: { response: { status: 'ok', data: exampleItem } },
    addition: true,
  },
  updateMedia: {
    method: 'PATCH',
    path: '/media/{id}',
    tag: 'media',
    summary: 'Rename a file, describe it, or give a video its small picture',
    returns: 'The file as it is after the change.',
    description:
      'Fields that you leave out stay as they are. Posts and drafts that exist keep their own alternative text, and the public URL stays the same.',
    scope: 'write',
    role: 'author',
    params,
    body: z.strictObject({
      name: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .meta({ description: 'Folders and invisible characters are removed from it.' }),
      alt_text: altText.nullish(),
      poster: poster.nullish(),
    }),
    response: envelope(libraryItem),
    errors: ['content_rejected'],
    example: {
      body: { name: 'launch.mp4', alt_text: exampleItem.alt_text },
      response: { status: 'ok', data: exampleItem },
    },
    addition: true,
  },
  deleteMedia: {
    method: 'DELETE',
    path: '/media/{id}',
    tag: 'media',
    summary: 'Delete a file of the media library',
    returns: 'The file was deleted: its ID.',
    description:
      'Refused while a draft or a post that has not ended uses the file; `details` names them. Published posts stay as they are at the platforms.',
    scope: 'write',
    role: 'author',
    params,
    response: envelope(z.strictObject({ id: z.string(), deleted: z.literal(true) })),
    errors: ['media_in_use'],
    example: { response: { status: 'ok', data: { id: exampleId, deleted: true } } },
    addition: true,
  },
} as const satisfies Record<string, Operation>
