import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { MediaType } from '../../domain/media-types.ts'
import { CannotConvert } from './cannot-convert.ts'

/** How long ffmpeg may work on one film. */
const convertMilliseconds = 60 * 60 * 1000
/** Of what ffmpeg says, the end that is kept for the log. */
const maxSaidBytes = 4 * 1024
const threads = 2
/** What ffmpeg may ask for at once: a picture of 8,192 by 8,192 pixels fits. */
const maxAllocation = 512 * 1024 * 1024
/** So that requests go before conversions. */
const niceness = 10

/** What a file has to be where no ffmpeg can make it so. */
export const wantedVideo = 'The video would have to be an MP4 with H.264 pictures and AAC sound.'

/** ffmpeg is told which forms the file may have, so that none can pass as a playlist that names other files. */
const forms: Readonly<Partial<Record<MediaType, string>>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpeg,mpegts,mpegvideo',
}

export interface VideoConversion {
  /** From `findFfmpeg`. */
  readonly ffmpeg: string | null
  readonly input: string
  readonly type: MediaType
  /** Must not be there yet. What was written is removed when the conversion fails. */
  readonly output: string
  readonly maxBytes: number
  readonly milliseconds?: number
  readonly signal?: AbortSignal
}

/** Looks for ffmpeg in the folders of a PATH. */
export async function findFfmpeg(path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, 'ffmpeg')
    const runs = await access(file, constants.X_OK).then(
      () => stat(file),
      () => null,
    )
    if (runs?.isFile()) return file
  }
  return null
}

/** Makes an MP4 that can be played while it loads (H.264, AAC, its index first). The input is only read. */
export async function convertVideo(conversion: VideoConversion): Promise<void> {
  const { ffmpeg, output, maxBytes } = conversion
  if (ffmpeg === null)
    throw new CannotConvert('no_ffmpeg', `${wantedVideo} The service can convert it where ffmpeg is installed.`)
  if (await stat(output).catch(() => null)) throw new Error(`${output} is there already.`)
  try {
    await run(ffmpeg, conversion)
    const { size } = await stat(output).catch(() => ({ size: 0 }))
    if (size === 0) throw new CannotConvert('failed', 'The video could not be converted.')
    if (size > maxBytes) throw new CannotConvert('cannot_fit', `The converted video has more than ${maxBytes} bytes.`)
  } catch (error) {
    await rm(output, { force: true })
    throw error
  }
}

function run(ffmpeg: string, { input, type, output, maxBytes, milliseconds, signal }: VideoConversion): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const process = spawn(ffmpeg, argumentsFor(input, type, output, maxBytes), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {},
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    process.kill('SIGKILL')
  }, milliseconds ?? convertMilliseconds)
  if (process.pid !== undefined) lowerPriority(process.pid)

  let said = Buffer.alloc(0)
  process.stderr.on('data', (part: Buffer) => {
    said = Buffer.concat([said, part]).subarray(-maxSaidBytes)
  })
  process.on('error', (error) =>
    reject(signal?.aborted ? error : new CannotConvert('failed', 'ffmpeg could not be run.', { cause: error })),
  )
  process.on('close', (status) => {
    clearTimeout(timer)
    if (timedOut) reject(new CannotConvert('timed_out', 'The video took too long to convert.'))
    else if (status === 0) resolve()
    else reject(new CannotConvert('failed', 'The video could not be converted.', { cause: said.toString() }))
  })
  return promise
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It has ended already, or the system does not allow it. Neither matters.
  }
}

const argumentsFor = (input: string, type: MediaType, output: string, maxBytes: number): string[] => [
  ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-n', '-max_alloc', `${maxAllocation}`],
  ...[
    '-format_whitelist',
    forms[type] ?? 'none',
    '-protocol_whitelist',
    'file',
    '-threads',
    `${threads}`,
    '-i',
    `file:${input}`,
  ],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-threads', `${threads}`],
  // H.264 in this form has even sides.
  ...['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-c:a', 'aac', '-b:a', '160k', '-ac', '2'],
  // One byte more than allowed, so that a film that was ended by this limit is told from one that fits.
  ...['-movflags', '+faststart', '-fs', `${maxBytes + 1}`, '-f', 'mp4', `file:${output}`],
]
