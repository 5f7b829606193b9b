import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { crashPoint } from '../../system/crash-point.ts'
import { storageCrashPoints } from './storage.ts'

/** The minimum size of a part in bytes. With 10,000 parts, the maximum file size is 48 GB. */
const partBytes = 5 * 1024 ** 2
/**
 * One buffer is filled while the others are sent. Buffers are reused, so a file of any size needs 15 MB. `Upload` of
 * @aws-sdk/lib-storage allocates a new buffer for every part, which fills the memory until they are collected, and has
 * no point between the last part and the end where a test could kill it.
 */
const buffersAtOnce = 3

export interface PutTarget {
  readonly Bucket: string
  readonly Key: string
  readonly ContentType: string
  readonly ContentDisposition: string
}

type HasArrived = (size: number) => Promise<boolean>

/**
 * Stores a stream of any length: in one request if it is shorter than a part, otherwise in parts, which the store joins
 * at the end. `landed` returns whether a file of that size exists.
 */
export async function putInParts(
  client: S3Client,
  target: PutTarget,
  source: AsyncIterable<Uint8Array>,
  landed: HasArrived,
): Promise<void> {
  const reader = createReader(source)
  try {
    const buffer = Buffer.allocUnsafeSlow(partBytes)
    const length = await reader.fill(buffer)
    if (length === partBytes) return await putParts(client, target, buffer, reader, landed)
    const whole = new PutObjectCommand({ ...target, Body: buffer.subarray(0, length) })
    await unlessLanded(client.send(whole), () => landed(length))
  } finally {
    await reader.close()
  }
}

/** `first` is already full. */
async function putParts(client: S3Client, target: PutTarget, first: Buffer, reader: Reader, landed: HasArrived) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { Bucket: target.Bucket, Key: target.Key, UploadId }
  const parts: CompletedPart[] = []
  const buffers = [first]
  const sending: Promise<void>[] = []

  async function send(Body: Buffer, PartNumber: number): Promise<void> {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    parts[PartNumber - 1] = { PartNumber, ETag }
  }

  try {
    let size = 0
    let buffer = first
    for (let length = first.length, number = 1; length > 0; length = await reader.fill(buffer), number += 1) {
      const sent = send(buffer.subarray(0, length), number)
      // The failure is handled when its buffer is needed again, or at the end. Until then it must not end the
      // process.
      sent.catch(() => {})
      sending[(number - 1) % buffersAtOnce] = sent
      size += length
      const next = number % buffersAtOnce
      await sending[next]
      buffer = buffers[next] ?? Buffer.allocUnsafeSlow(partBytes)
      buffers[next] = buffer
    }
    await Promise.all(sending)
    crashPoint(storageCrashPoints.written)
    const joined = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })
    await unlessLanded(client.send(joined), () => landed(size))
    crashPoint(storageCrashPoints.renamed)
  } catch (error) {
    await Promise.allSettled(sending)
    // If this fails too, a chore removes the parts later.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/** If the response of a request is lost, it may have had its effect. */
async function unlessLanded(sent: Promise<unknown>, landed: () => Promise<boolean>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(await landed())) throw error
  }
}

interface Reader {
  /**
   * Fills the buffer and returns the number of bytes. It is less than the length of the buffer only at the end of the
   * source.
   */
  readonly fill: (buffer: Buffer) => Promise<number>
  readonly close: () => Promise<void>
}

function createReader(source: AsyncIterable<Uint8Array>): Reader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return {
    async fill(buffer) {
      let filled = 0
      while (filled < buffer.length) {
        if (rest.length === 0) {
          const next = await chunks.next()
          if (next.done) break
          rest = next.value
        }
        const taken = rest.subarray(0, buffer.length - filled)
        buffer.set(taken, filled)
        filled += taken.length
        rest = rest.subarray(taken.length)
      }
      return filled
    },
    async close() {
      await chunks.return?.()
    },
  }
}
