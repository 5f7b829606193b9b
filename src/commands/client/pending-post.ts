import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { CreatePostBody } from '@polypost/sdk'
import { randomText } from '../../system/random.ts'
import { writePrivate } from './login-file.ts'

/** A post as it is sent, with its idempotency key. */
export interface PendingPost {
  readonly key: string
  readonly body: CreatePostBody
}

const folder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'polypost', 'pending')

/** Which file: the same command for the same instance has the same one. */
export const fileFor = (...parts: readonly unknown[]): string =>
  join(folder(), `${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}.json`)

/**
 * The post that an earlier run of the same command was sending when it was killed, or else the one that `prepare` makes.
 * It is on the disk before it is sent. So the same command sends the same request again, and it is published once.
 */
export async function pendingPost(file: string, prepare: () => Promise<CreatePostBody>): Promise<PendingPost> {
  const found = await readFile(file, 'utf8').catch(() => null)
  // Only this command writes the file.
  if (found !== null) return JSON.parse(found) as PendingPost
  const made = { key: `cli_${randomText(24)}`, body: await prepare() }
  await writePrivate(file, JSON.stringify(made))
  return made
}

/** The command has ended: the same command again means another post. */
export const forgetPending = (file: string): Promise<void> => rm(file, { force: true })
