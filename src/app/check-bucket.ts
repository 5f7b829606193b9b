import { setTimeout as sleep } from 'node:timers/promises'
import { ReadableFault } from '../domain/readable-fault.ts'
import { second } from '../domain/time.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { Log } from '../system/log.ts'
import type { Config } from './config.ts'

/** The bucket of the media cannot be used; the message is for the operator. */
class BucketFault extends ReadableFault {}

/** The start waits no longer for the store. */
const longestWait = 10 * second

/**
 * Asks for a list that is empty, at the start: a wrong setting is told before the first upload. A store that is only away
 * does not end the start, because posts without media need none.
 */
export async function checkBucket(
  { mediaS3 }: Config,
  { storage, log }: { readonly storage: Storage; readonly log: Log },
): Promise<void> {
  if (mediaS3 === null) return
  const late = async () => {
    await sleep(longestWait, undefined, { ref: false })
    throw new Error(`no answer in ${longestWait / second} seconds`)
  }
  try {
    await Promise.race([listNothing(storage), late()])
  } catch (error) {
    const refusal = refusalOf(mediaS3, error)
    if (refusal !== null) throw new BucketFault(refusal, { cause: error })
    log.warn({ err: error, bucket: mediaS3.bucket }, 'the media store could not be asked')
  }
}

async function listNothing(storage: Storage): Promise<void> {
  for await (const _file of storage.list('none/')) return
}

/** For the operator, why nothing could be stored. */
export function mediaFault({ mediaS3 }: Config, error: unknown): unknown {
  if (mediaS3 === null) return error
  const why = error instanceof Error ? error.message || error.name : String(error)
  const sentence =
    refusalOf(mediaS3, error) ??
    `Nothing can be stored in the bucket “${mediaS3.bucket}” at ${storeName(mediaS3)}: ${why}. Check that the store runs, and MEDIA_S3_….`
  return new BucketFault(sentence, { cause: error })
}

type Bucket = NonNullable<Config['mediaS3']>

/** Null: the store may work later, or the key may not list and yet may do everything else. */
function refusalOf(bucket: Bucket, error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  const store = storeName(bucket)
  if (name === 'NoSuchBucket')
    return `There is no bucket “${bucket.bucket}” at ${store}; create it or change MEDIA_S3_BUCKET.`
  if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(name))
    return `The store at ${store} refuses the access key (${name}): check MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY.`
  if (['PermanentRedirect', 'AuthorizationHeaderMalformed'].includes(name))
    return `The bucket “${bucket.bucket}” is not in this region (${name}): check MEDIA_S3_REGION and MEDIA_S3_ENDPOINT.`
  return null
}

const storeName = ({ endpoint }: Bucket): string => endpoint ?? 'Amazon S3'
