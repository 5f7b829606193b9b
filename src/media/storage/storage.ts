import type { Readable } from 'node:stream'
import type { ByteRange } from '../../domain/byte-ranges.ts'

export type { ByteRange }

export interface StoredFile {
  readonly key: string
  readonly size: number
  readonly modifiedAt: number
}

/**
 * Where files are kept: a folder, or an S3-compatible store. A key is made of letters, digits and `/ . _ -` (see `isKey`),
 * and is never written twice.
 */
export interface Storage {
  /** Whole and durable when it resolves; otherwise nothing is left. Rejects with `StorageFull` where there is no room. */
  readonly put: (key: string, source: AsyncIterable<Uint8Array>, contentType: string) => Promise<void>
  /** Rejects with `NoSuchFile`, and with a `RangeError` where the range begins behind the end of the file. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>
  readonly stat: (key: string) => Promise<StoredFile | null>
  /**
   * Gives a file its other name; doing it again after a crash is harmless. Once there is a file under the new name, it
   * stays as it is, whatever has come to the old one since. A presigned PUT can change the old one until the very move:
   * check the bytes after it.
   */
  readonly move: (from: string, to: string, contentType: string) => Promise<void>
  /** Removing what is not there is no fault. */
  readonly remove: (key: string) => Promise<void>
  /** In no particular order. */
  readonly list: (prefix: string) => AsyncIterable<StoredFile>
  /** Removes what puts under the prefix have left that broke off before that time; tells how many there were. */
  readonly sweep: (prefix: string, before: number) => Promise<number>
  /** Where a client may PUT this very file by itself; null where the service must take it. */
  readonly presignPut: (
    key: string,
    file: { contentType: string; size: number; seconds: number },
  ) => Promise<{ url: string; headers: Record<string, string> } | null>
  /** The lasting public address; null where the service must serve it. */
  readonly publicUrl: (key: string) => string | null
}

export class StorageFull extends Error {}
export class NoSuchFile extends Error {}

/** In characters: a key with its slashes replaced, and a mark behind it, must fit into one file name. */
export const maxKeyLength = 200
const keyForm = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

export const isKey = (key: string): boolean =>
  key.length <= maxKeyLength && keyForm.test(key) && !key.split('/').some((part) => part === '.' || part === '..')

/** Keys are ours, never a caller's, so a bad one is a mistake of the program. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is not the key of a stored file.`)
  return key
}

export function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError(`There are no bytes ${start} to ${end}.`)
}

/** Where the tests kill the process while a file is stored. */
export const storageCrashPoints = {
  /** The bytes are complete, but not durable. */
  written: 'media.written',
  /** They are durable, but not under their key. */
  synced: 'media.synced',
  /** They are under their key; the caller has not been told. */
  renamed: 'media.renamed',
} as const
