import { insertMedia } from '../../store/posts/media.ts'
import type { JobWork } from '../job-work.ts'

/**
 * Stores an image that was made for a platform under its own public address. It belongs to the user like any upload, and
 * is removed with the uploads that nothing uses.
 */
export async function hostImage({ media, database, job, now }: JobWork, bytes: Uint8Array): Promise<string> {
  const { file, sha256, facts } = await media.receive(oneAfterAnother([bytes]), bytes.length)
  const key = media.newKey(facts.contentType)
  await database.step((tx) =>
    insertMedia(tx, {
      key,
      file,
      user_id: job.user_id,
      state: 'ready',
      content_type: facts.contentType,
      size: facts.size,
      sha256,
      facts,
      name: null,
      alt_text: null,
      listed: false,
      created_at: now(),
    }),
  )
  return media.publicUrl(key, file)
}

async function* oneAfterAnother(pieces: readonly Uint8Array[]) {
  yield* pieces
}
