import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { mediaTypes } from '../../domain/media-types.ts'
import type { MediaHost } from '../../media/host.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type AllUses, listUses } from '../../store/posts/library.ts'
import type { MediaRow } from '../../store/posts/media.ts'
import { isoTime } from '../../system/clock.ts'
import { readSmallUrls } from './small-urls.ts'

type Item = Output<Operations['getMedia']>['data']

/** Files of the library for a response, with what uses them. */
export async function readLibrary(db: Reader, media: MediaHost, rows: readonly MediaRow[]): Promise<Item[]> {
  const keys = rows.map(({ key }) => key)
  const [usesOf, smallUrl] = await Promise.all([listUses(db, keys), readSmallUrls(db, media, keys)])
  return rows.map((row) => showItem(media, row, usesOf(row.key), smallUrl(row.key)))
}

export async function readItem(db: Reader, media: MediaHost, row: MediaRow): Promise<Item> {
  const [item] = await readLibrary(db, media, [row])
  if (!item) throw new Error('One file is read as one.')
  return item
}

const showItem = (
  media: MediaHost,
  row: MediaRow,
  { posts, deletedPosts, drafts }: AllUses,
  smallUrl: string | null,
): Item => ({
  id: row.key,
  name: row.name ?? row.key,
  alt_text: row.alt_text,
  url: media.publicUrl(row.key, row.file),
  small_url: smallUrl,
  kind: mediaTypes[row.content_type] === 'video' ? 'video' : 'image',
  status: row.state,
  content_type: row.content_type,
  size: row.size,
  width: row.facts?.width ?? null,
  height: row.facts?.height ?? null,
  rotation: row.facts?.rotation ?? null,
  seconds: row.facts?.seconds ?? null,
  frame_rate: row.facts?.frameRate ?? null,
  video_codec: row.facts?.videoCodec ?? null,
  audio_codec: row.facts?.audioCodec ?? null,
  animated: row.facts?.animated ?? null,
  used_in: {
    posts: { count: posts.count, newest: [...posts.newest] },
    deleted_posts: { count: deletedPosts.count, newest: [...deletedPosts.newest] },
    drafts: { count: drafts.count, newest: [...drafts.newest] },
  },
  created_at: isoTime(row.created_at),
})
