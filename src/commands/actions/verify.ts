import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type Config, readConfig } from '../../app/config.ts'
import { ownerKeyFile } from '../../app/data-dir.ts'
import { second } from '../../domain/time.ts'
import { systemClock } from '../../system/clock.ts'
import { CommandFault } from '../fault.ts'
import { readBytes } from '../given-file.ts'
import { ApiFault } from '../verify/api.ts'
import { consents } from '../verify/consent.ts'
import type { Sample } from '../verify/samples.ts'
import { exitCodes, verify } from '../verify/verify.ts'

export interface VerifyOptions {
  readonly url?: string
  readonly key?: string
  readonly profile?: string
  readonly option: Readonly<Record<string, string>>
  readonly picture?: string
  readonly video?: string
  readonly large: boolean
  readonly wait?: number
  readonly sandbox?: boolean
  readonly report: string
  readonly yes?: boolean
}

/** In seconds: how long the check waits for a comment if a person sits at the terminal. */
const defaultWait = 180
const pollEvery = 1_000

export async function check(platform: string, options: VerifyOptions): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const config = readConfig(process.env)
    const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true
    process.exitCode = await verify({
      base: options.url ?? addressOf(config),
      key: options.key ?? config.ownerKey ?? (await ownKey(config)),
      platform,
      profile: options.profile,
      yes: options.yes ?? false,
      sandbox: options.sandbox ?? false,
      options: options.option,
      picture: options.picture === undefined ? null : await readSample(options.picture),
      video: options.video === undefined ? null : await readSample(options.video),
      large: options.large,
      wait: (options.wait ?? (interactive ? defaultWait : 0)) * second,
      pollEvery,
      folder: options.report,
      out: process.stdout,
      ask: interactive ? consents : null,
      clock: systemClock,
      signal: stop.signal,
    })
  } catch (error) {
    if (!(error instanceof CommandFault || error instanceof ApiFault || stop.signal.aborted)) throw error
    console.error(
      `polypost: ${error instanceof Error && !stop.signal.aborted ? error.message : 'The check was stopped.'}`,
    )
    process.exitCode = exitCodes.notStarted
  }
}

function addressOf({ host, port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function ownKey({ dataDir }: Config): Promise<string> {
  const file = ownerKeyFile(dataDir)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFault(`There is no key in ${file}. Set POLYPOST_DATA_DIR to the folder of the instance, or --key.`)
  })
  return text.trim()
}

const contentTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
}

async function readSample(file: string): Promise<Sample> {
  const contentType = contentTypes[extname(file).toLowerCase()]
  if (contentType === undefined)
    throw new CommandFault(`${file} must be one of ${Object.keys(contentTypes).join(', ')}.`)
  return { filename: basename(file), contentType, bytes: await readBytes(file) }
}
