import type { Readable } from 'node:stream'
import type { ByteRange } from '../../domain/byte-ranges.ts'

export type { ByteRange }

export interface StoredFile {
  readonly key: string
  readonly size: number
  readonly modifiedAt: number
}

/**
 * The storage of files: a folder, or an S3-compatible store. A key consists of letters, digits and `/ . _ -` (see
 * `isKey`), and is never written twice.
 */
export interface Storage {
  /**
   * When it resolves, the file is complete and durable. If it rejects, nothing is left; with `StorageFull` if there is
   * no space.
   */
  readonly put: (key: string, source: AsyncIterable<Uint8Array>, contentType: string) => Promise<void>
  /** Rejects with `NoSuchFile`, or with a `RangeError` if the range begins after the end of the file. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>
  readonly stat: (key: string) => Promise<StoredFile | null>
  /**
   * Renames a file. It can be repeated after a crash. Once the new name exists, its file never changes, even if the old
   * one does. A presigned PUT can change the old file until the moment of the move, so check the bytes afterwards.
   */
  readonly move: (from: string, to: string, contentType: string) => Promise<void>
  /** How many bytes can be stored; null if the storage has no known end. */
  readonly freeSpace: () => Promise<number | null>
  /** A missing file is no error. */
  readonly remove: (key: string) => Promise<void>
  /** The order is not defined. */
  readonly list: (prefix: string) => AsyncIterable<StoredFile>
  /** Removes the remains of puts under the prefix that were interrupted before that time, and returns their number. */
  readonly removeUnfinished: (prefix: string, before: number) => Promise<number>
  /** The URL to which a client may PUT this file directly; null if the service must receive it. */
  readonly presignPut: (
    key: string,
    file: { contentType: string; size: number; seconds: number },
  ) => Promise<{ url: string; headers: Record<string, string> } | null>
  /** The permanent public URL; null if the service must serve the file. */
  readonly publicUrl: (key: string) => string | null
}

/** The message is for people. */
export class StorageFull extends Error {}

export const diskFull = 'The disk of the media is full, except for the space that is kept for the database.'
export class NoSuchFile extends Error {}

/** In characters. A key, with its slashes replaced and a suffix, must fit into one file name. */
export const maxKeyLength = 200
const keyForm = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

export const isKey = (key: string): boolean =>
  key.length <= maxKeyLength && keyForm.test(key) && !key.split('/').some((part) => part === '.' || part === '..')

/** Keys are created by us, never by callers, so an invalid one is a bug. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is not the key of a stored file.`)
  return key
}

export function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError(`There are no bytes ${start} to ${end}.`)
}

/** The points where tests kill the process while a file is stored. */
export const storageCrashPoints = {
  /** The bytes are complete, but not durable. */
  written: 'media.written',
  /** The bytes are durable, but do not have their key yet. */
  synced: 'media.synced',
  /** The file has its key, but the caller has no result yet. */
  renamed: 'media.renamed',
} as const
