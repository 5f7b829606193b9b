import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createMediaHost, type MediaHost } from '../media/host.ts'
import { createSigner } from '../media/sign.ts'
import { createDiskStorage } from '../media/storage/disk.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { Lookup } from '../outbound/dial.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Config } from './config.ts'

/** The media host, and its store for the pruning. */
export async function openMedia(
  config: Config,
  { clock, log, lookup, secrets }: { clock: Clock; log: Log; lookup: Lookup; secrets: readonly string[] },
): Promise<{ media: MediaHost; storage: Storage }> {
  const storage = await openStorage(config)
  const client = createHttpClient({ exceptions: config.allowedAddresses, lookup, log })
  const media = createMediaHost({ storage, client, signer: createSigner(secrets), clock, base: config.mediaUrl })
  return { media, storage }
}

async function openStorage({ mediaS3, dataDir, databaseUrl, diskReserve }: Config): Promise<Storage> {
  if (mediaS3 === null) {
    const folder = join(dataDir, 'media')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const shared = databaseUrl === null && (await stat(folder)).dev === (await stat(dataDir)).dev
    return createDiskStorage(folder, { reserve: shared ? diskReserve : 0 })
  }
  // Needs some megabytes, so it is only loaded if media are stored in a bucket.
  const { createS3Storage } = await import('../media/storage/s3.ts')
  return createS3Storage(mediaS3)
}
