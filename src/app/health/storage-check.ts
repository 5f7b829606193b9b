import { buffer } from 'node:stream/consumers'
import type { Storage } from '../../media/storage/storage.ts'
import { randomText } from '../../system/random.ts'
import { fault, type HealthContext, type NamedCheck, ok, type Result } from './check.ts'

const content = Buffer.from('polypost health check')
const contentType = 'text/plain'
/** Of the signed address, in seconds. */
const signedFor = 60

type StorageCheckServices = Pick<HealthContext, 'storage' | 'http'>

/** Does with a small file what is done with media, and removes it. */
async function checkStorage({ storage, http, config: { mediaS3 } }: HealthContext): Promise<Result> {
  const where = mediaS3 === null ? 'the data folder' : `the bucket ${mediaS3.bucket}`
  const key = `health/${randomText(24)}`
  const signedKey = `health/${randomText(24)}`
  try {
    for (const step of [writeAndRead, readInPublic]) {
      const failed = await step({ storage, http }, key)
      if (failed) return failed
    }
    return (await writeSigned({ storage, http }, signedKey)) ?? ok(`Media are written to and read from ${where}.`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const remedy =
      mediaS3 === null
        ? 'Check the rights and the space of the data folder.'
        : 'Check MEDIA_S3_…, and that its key may put, get, delete and list objects.'
    return fault(`A file could not be written to ${where} and read again: ${why}`, remedy)
  } finally {
    for (const used of [key, signedKey]) await storage.remove(used).catch(() => {})
  }
}

async function writeAndRead({ storage }: StorageCheckServices, key: string): Promise<Result | null> {
  await storage.put(key, piece(), contentType)
  if ((await readAll(storage, key)).equals(content)) return null
  return fault('A file of the media storage is not read as it was written.', 'Look for a cache before the storage.')
}

/** Platforms download from there. */
async function readInPublic({ storage, http }: StorageCheckServices, key: string): Promise<Result | null> {
  const url = storage.publicUrl(key)
  if (url === null) return null
  const { status, body } = await http.request({ method: 'GET', url })
  const isSame = (await buffer(body)).equals(content)
  if (status === 200 && isSame) return null
  return fault(
    `MEDIA_S3_PUBLIC_URL does not return the files of the bucket: ${new URL(url).origin} answered with status ${status}.`,
    'Allow everybody to read the objects of the bucket, and check the address. Platforms download media from there.',
  )
}

/** Callers of the API upload to there. */
async function writeSigned({ storage, http }: StorageCheckServices, key: string): Promise<Result | null> {
  const signed = await storage.presignPut(key, { contentType, size: content.length, seconds: signedFor })
  if (signed === null) return null
  const { url, headers } = signed
  const { status, close } = await http.request({ method: 'PUT', url, headers, body: content })
  close()
  if (status === 200 && (await readAll(storage, key)).equals(content)) return null
  return fault(
    `The bucket refuses an upload by a signed address, with status ${status}.`,
    'Check the clock of this machine, and that the key of MEDIA_S3_… may put objects.',
  )
}

const readAll = async (storage: Storage, key: string): Promise<Buffer> => buffer(await storage.read(key))

async function* piece(): AsyncIterable<Uint8Array> {
  yield content
}

export const storageChecks: readonly NamedCheck[] = [{ id: 'media_storage', run: checkStorage, asksOthers: true }]
