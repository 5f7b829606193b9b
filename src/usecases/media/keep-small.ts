import { smallPicture } from '../../media/convert/small.ts'
import type { MediaHost } from '../../media/host.ts'
import type { Database } from '../../store/engine/database.ts'
import { insertMedia, type MediaRow } from '../../store/posts/media.ts'
import { listWithoutSmall, noSmall, setSmall } from '../../store/posts/small-media.ts'
import type { Log } from '../../system/log.ts'

interface Services {
  readonly database: Database
  readonly media: MediaHost
}

type LargeMedia = Pick<MediaRow, 'key' | 'user_id' | 'file' | 'facts' | 'created_at'>

/** Makes the small picture of a file that has just arrived. A failure changes nothing: the chore tries again. */
export async function makeSmall(services: Services, row: LargeMedia): Promise<void> {
  await keepSmall(services, row).catch(() => undefined)
}

/** Each run makes the small pictures of the next images that have none yet, so one that fails holds up no other. */
export function createSmallPictures({ log, ...services }: Services & { readonly log: Log }, limit: number) {
  let before = newest
  return async (stopped: () => boolean): Promise<void> => {
    const rows = await listWithoutSmall(services.database.read, { before, limit })
    before = rows.length < limit ? newest : (rows.at(-1)?.created_at ?? newest)
    for (const row of rows) {
      if (stopped()) return
      await keepSmall(services, row).catch((err: unknown) =>
        log.warn({ err, key: row.key }, 'no small picture was made'),
      )
    }
  }
}

/** Later than every time. */
const newest = Number.MAX_SAFE_INTEGER

async function keepSmall(services: Services, row: LargeMedia): Promise<void> {
  const { key, user_id, file, facts } = row
  if (facts === null || facts.contentType.startsWith('video/')) return
  const bytes = await smallPicture(services.media, { file, facts })
  if (bytes === null) await services.database.ofUser(user_id, (tx) => setSmall(tx, key, noSmall))
  else await storeSmall(services, row, bytes)
}

/** Stores a small picture as a file of its own, which nobody sees in the library. It is as old as the large one, and removed with it. */
export async function storeSmall(
  { database, media }: Services,
  { key, user_id, created_at }: Pick<LargeMedia, 'key' | 'user_id' | 'created_at'>,
  bytes: Uint8Array,
): Promise<void> {
  const { file, sha256, facts } = await media.receive(oneAfterAnother([bytes]), bytes.length)
  const small = media.newKey(facts.contentType)
  const kept = await database.ofUser(user_id, async (tx) => {
    if (!(await setSmall(tx, key, small))) return false
    const { contentType: content_type, size } = facts
    const row = { key: small, file, user_id, state: 'ready', content_type, size, sha256, facts } as const
    await insertMedia(tx, { ...row, name: null, alt_text: null, listed: false, small: noSmall, created_at })
    return true
  })
  if (!kept) await media.forget(file)
}

async function* oneAfterAnother(pieces: readonly Uint8Array[]) {
  yield* pieces
}
