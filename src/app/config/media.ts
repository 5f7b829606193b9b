import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import { days, httpUrl, text } from './kinds.ts'
import { defaulting, type EnvironmentVariables, optional, secret } from './setting.ts'

export interface MediaConfig {
  /** The S3-compatible media store, if there is one. */
  readonly mediaS3: MediaS3 | null
  readonly mediaKeepDays: number
  /** In bytes. */
  readonly diskReserve: number
}

interface MediaS3 {
  readonly bucket: string
  readonly endpoint: string | null
  readonly region: string | null
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly publicUrl: string | null
}

const mebibytes = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of megabytes')
  .transform((value) => Number(value) * MiB)

export const mediaSettings = {
  MEDIA_S3_BUCKET: optional(text, 'Bucket of an S3-compatible store for media, used instead of the data directory'),
  MEDIA_S3_ENDPOINT: optional(httpUrl, 'Address of the S3 store'),
  MEDIA_S3_REGION: optional(text, 'Region of the S3 store'),
  MEDIA_S3_ACCESS_KEY_ID: optional(text, 'ID of the access key for the S3 store', secret),
  MEDIA_S3_SECRET_ACCESS_KEY: optional(text, 'Secret of the access key for the S3 store', secret),
  MEDIA_S3_PUBLIC_URL: optional(httpUrl, 'Public base address of the bucket, if it has one'),
  POLYPOST_MEDIA_KEEP_DAYS: defaulting(
    days,
    '30',
    'Days after which a media file is deleted if no draft and no waiting post uses it',
  ),
  POLYPOST_DISK_RESERVE_MB: defaulting(
    mebibytes,
    '512',
    'Megabytes of free space that uploads leave to the embedded database, if the media lie on the same disk',
  ),
}

export const readMedia = (data: z.output<z.ZodObject<typeof mediaSettings>>): MediaConfig => ({
  mediaS3: data.MEDIA_S3_BUCKET
    ? {
        bucket: data.MEDIA_S3_BUCKET,
        endpoint: data.MEDIA_S3_ENDPOINT ?? null,
        region: data.MEDIA_S3_REGION ?? null,
        accessKeyId: data.MEDIA_S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: data.MEDIA_S3_SECRET_ACCESS_KEY ?? '',
        publicUrl: data.MEDIA_S3_PUBLIC_URL ?? null,
      }
    : null,
  mediaKeepDays: data.POLYPOST_MEDIA_KEEP_DAYS,
  diskReserve: data.POLYPOST_DISK_RESERVE_MB,
})

export const mediaContradictions = (given: EnvironmentVariables): string[] =>
  given.MEDIA_S3_BUCKET && !(given.MEDIA_S3_ACCESS_KEY_ID && given.MEDIA_S3_SECRET_ACCESS_KEY)
    ? ['MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY must be given with MEDIA_S3_BUCKET']
    : []
