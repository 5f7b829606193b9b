import type { MediaHost } from '../../media/host.ts'
import type { Reader } from '../../store/engine/database.ts'
import { listSmall } from '../../store/posts/small-media.ts'

/** The address of the small picture of a file, by its key; null: it has none. */
export type SmallUrls = (key: string) => string | null

/** Those of all these files, by one statement. */
export async function readSmallUrls(
  db: Reader,
  media: Pick<MediaHost, 'publicUrl'>,
  keys: readonly string[],
): Promise<SmallUrls> {
  const found = await listSmall(db, [...new Set(keys)])
  return (key) => {
    const small = found.get(key)
    return small ? media.publicUrl(small.key, small.file) : null
  }
}
