import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { putInParts } from './s3-parts.ts'
import {
  type ByteRange,
  checkKey,
  checkRange,
  isKey,
  NoSuchFile,
  type Storage,
  StorageFull,
  type StoredFile,
} from './storage.ts'

/** Error codes for a full store: one of Ceph, two of MinIO. */
const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']
/** The maximum size of one PUT and one copy, in bytes: the same as the maximum size of an upload. */
export const maxObjectBytes = 5 * 1024 ** 3
const maxAttempts = 3
const connectMilliseconds = 10_000
/** A copy of 5 GB, or a platform that reads slowly, keeps a connection silent for minutes. */
const silenceMilliseconds = 5 * 60_000
const maxConnections = 512

export interface S3Settings {
  readonly bucket: string
  /** Null: Amazon's own endpoint for the region. */
  readonly endpoint: string | null
  readonly region: string | null
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Base URL at which everyone can read the bucket; null if there is none. */
  readonly publicUrl: string | null
}

/** Files in a bucket of an S3-compatible store. This module loads the SDK, so import it only if a bucket is set. */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, accessKeyId, secretAccessKey, publicUrl } = settings
  const client = new S3Client({
    region: settings.region ?? 'us-east-1',
    ...addressing(settings),
    credentials: { accessKeyId, secretAccessKey },
    // Compatible stores refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      socketTimeout: silenceMilliseconds,
      httpAgent: { maxSockets: maxConnections },
      httpsAgent: { maxSockets: maxConnections },
    },
  })

  const objectAt = (key: string) => ({ Bucket, Key: checkKey(key) })

  async function find(key: string): Promise<StoredFile | null> {
    try {
      const found = await client.send(new HeadObjectCommand(objectAt(key)))
      return { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified?.getTime() ?? 0 }
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw error
    }
  }

  async function put(key: string, source: AsyncIterable<Uint8Array>, contentType: string): Promise<void> {
    const target = { ...objectAt(key), ...describe(contentType) }
    // If the response was lost, the file may have been stored. Nobody else writes this key.
    const landed = async (size: number) => (await find(key).catch(() => null))?.size === size
    try {
      await putInParts(client, target, source, landed)
    } catch (error) {
      throw named(error, key)
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    if (range) checkRange(range)
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ ...objectAt(key), ...(Range && { Range }) }))
      if (!(Body instanceof Readable)) throw new Error('The store gave no body.')
      return Body
    } catch (error) {
      throw named(error, key)
    }
  }

  const remove = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(objectAt(key)))
  }

  async function move(from: string, to: string, contentType: string): Promise<void> {
    const source = objectAt(from)
    if (!(await find(to))) {
      const CopySource = `${Bucket}/${source.Key}`
      const change = { MetadataDirective: 'REPLACE', ...describe(contentType) } as const
      const copy = (IfNoneMatch?: '*') =>
        client.send(
          new CopyObjectCommand({ ...objectAt(to), CopySource, ...change, ...(IfNoneMatch && { IfNoneMatch }) }),
        )
      try {
        // Another process may have moved it since. A store without this condition refuses it.
        await copy('*').catch((error: unknown) => {
          if (statusOf(error) === 501) return copy()
          if (!isThereAlready(error)) throw error
        })
      } catch (error) {
        throw named(error, from)
      }
    }
    if (from !== to) await remove(from)
  }

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
      for (const { Key: key = '', Size: size = 0, LastModified } of page.Contents ?? [])
        if (isKey(key)) yield { key, size, modifiedAt: LastModified?.getTime() ?? 0 }
  }

  async function* brokenOff(prefix: string, before: number) {
    let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
    while (marker) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker }),
      )
      for (const { Key = '', UploadId, Initiated } of page.Uploads ?? [])
        if (isKey(Key) && Initiated && Initiated.getTime() < before) yield { Bucket, Key, UploadId }
      const { NextKeyMarker: KeyMarker = '', NextUploadIdMarker: UploadIdMarker = '' } = page
      marker = page.IsTruncated ? { KeyMarker, UploadIdMarker } : null
    }
  }

  async function removeUnfinished(prefix: string, before: number): Promise<number> {
    let swept = 0
    for await (const upload of brokenOff(prefix, before)) {
      await client.send(new AbortMultipartUploadCommand(upload))
      swept += 1
    }
    return swept
  }

  const presignPut: Storage['presignPut'] = async (key, { contentType, size, seconds }) => {
    if (size > maxObjectBytes) throw new RangeError(`${size} bytes are more than one PUT accepts.`)
    const command = new PutObjectCommand({ ...objectAt(key), ContentType: contentType, ContentLength: size })
    const url = await getSignedUrl(client, command, {
      expiresIn: seconds,
      // Without this, the SDK does not sign the type. It always signs the length.
      signableHeaders: new Set(['content-type']),
    })
    return { url, headers: { 'Content-Type': contentType } }
  }

  return {
    put,
    read,
    stat: find,
    move,
    freeSpace: async () => null,
    remove,
    list,
    removeUnfinished,
    presignPut,
    publicUrl: (key) => publicUrl && `${publicUrl}/${checkKey(key)}`,
  }
}

/**
 * Path-style (`https://store/bucket/key`) for every endpoint that is set: all compatible stores support it, and it
 * needs no DNS name and certificate per bucket. Host-style (`https://bucket.store/key`) for Amazon, and if the
 * operator's endpoint already contains the bucket.
 */
function addressing({ bucket, endpoint }: S3Settings): { endpoint?: string; forcePathStyle: boolean } {
  if (endpoint === null) return { forcePathStyle: false }
  const { protocol, host, hostname, pathname } = new URL(endpoint)
  const path = pathname.replace(/\/+$/, '')
  if (host.startsWith(`${bucket}.`))
    return { endpoint: `${protocol}//${host.slice(bucket.length + 1)}${path}`, forcePathStyle: false }
  return { endpoint, forcePathStyle: !hostname.endsWith('.amazonaws.com') }
}

/**
 * The store itself serves the files of a public bucket. A browser must not display types other than images and videos.
 */
const describe = (contentType: string) => ({
  ContentType: contentType,
  ContentDisposition: /^(image\/(?!svg)|video\/)/.test(contentType) ? 'inline' : 'attachment',
})

function named(error: unknown, key: string): unknown {
  const status = statusOf(error)
  if (status === 404 && nameOf(error) !== 'NoSuchBucket')
    return new NoSuchFile(`There is no file ${key}.`, { cause: error })
  if (status === 416) return new RangeError(`${key} ends before that range.`, { cause: error })
  if (status === 507 || fullNames.includes(nameOf(error)))
    return new StorageFull('The media store is full.', { cause: error })
  return error
}

/** 412: it was there before; 409: another process was copying it at the same time. */
const isThereAlready = (error: unknown): boolean =>
  statusOf(error) === 412 || nameOf(error) === 'ConditionalRequestConflict'

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)
const nameOf = (error: unknown): string => (error instanceof S3ServiceException ? error.name : '')
