import { createReadStream } from 'node:fs'
import type { MediaHost } from '../../media/host.ts'
import type { Database } from '../../store/engine/database.ts'
import { findOwner } from '../../store/people/users.ts'
import { findMedia, insertMedia } from '../../store/posts/media.ts'
import type { Clock } from '../../system/clock.ts'

/** The same everywhere, so that the first post in the README can name it. */
const key = 'sample.mp4'
const maxBytes = 1024 * 1024

/** Stores a video that all platforms accept among the owner's uploads, for first tries. Returns its public URL. */
export async function keepSample(
  { database, media, clock }: { database: Database; media: MediaHost; clock: Clock },
  sample: URL,
): Promise<string> {
  const there = await findMedia(database.read, key)
  if (there) return media.publicUrl(key, there.file)
  const { file, sha256, facts } = await media.receive(createReadStream(sample), maxBytes)
  await database.transaction(async (tx) => {
    const { id } = await findOwner(tx)
    const { contentType: content_type, size } = facts
    const row = { key, file, user_id: id, state: 'ready', content_type, size, sha256, facts, name: key } as const
    await insertMedia(tx, { ...row, alt_text: null, listed: true, created_at: clock.now() })
  })
  return media.publicUrl(key, file)
}
