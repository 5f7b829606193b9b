import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { ApiError, type CreatePostBody, type Polypost, type Post, type Submission, TimeoutError } from '@polypost/sdk'
import type { Command } from 'commander'
import { second } from '../../domain/time.ts'
import { readParts, requireFile } from '../given-file.ts'
import { parseJson, wholeNumber } from '../parse.ts'
import { withInstance } from './add-command.ts'
import { Exit, exitCodes } from './exit.ts'
import { type GivenTime, readGivenTime, sayMoment, slotZoneOf, timeWords } from './given-time.ts'
import { clientOf, findInstance, type InstanceOptions } from './instance.ts'
import { liveLines } from './live-lines.ts'
import { fileFor, forgetPending, pendingPost } from './pending-post.ts'
import { paint, paintStatus, printJson } from './print.ts'
import { inCommands } from './route-words.ts'
import { isAddress, uploadFile } from './upload-file.ts'

interface PostOptions extends InstanceOptions {
  readonly platforms: string[]
  readonly media: string[]
  readonly alt: string[]
  readonly comment: string[]
  readonly at?: string
  readonly zone?: string
  readonly profile?: string
  readonly options?: object
  readonly dryRun?: true
  /** The number of seconds, or for ever. */
  readonly wait?: number | true
  readonly yes?: true
}

const collect = (value: string, before: string[]): string[] => [...before, value]

export function addPostCommand(program: Command): void {
  withInstance(program.command('post'))
    .description('publish or schedule a post')
    .argument('<text>', 'the text of the post')
    .requiredOption(
      '-p, --platforms <list>',
      'the platforms, separated by commas, or “all” that are connected',
      (text) => text.split(','),
    )
    .option('-m, --media <file>', 'a file or a web address; repeat the option for several', collect, [])
    .option('--alt <text>', 'describes the file for people who cannot see it; once for each --media', collect, [])
    .option('--comment <text>', 'a comment under the post; repeat the option for several', collect, [])
    .option('--at <time>', timeWords)
    .option('--zone <zone>', 'the time zone of --at, such as Europe/Warsaw')
    .option('--profile <id>', 'the profile; by default the default profile')
    .option('--options <json>', 'platform options, such as {"reddit":{"subreddit":"test"}}', parseJson)
    .option('--dry-run', 'only check the post: nothing is uploaded or stored')
    .option(
      '--wait [seconds]',
      'wait until the post has ended on every platform; after this time the exit code is 6, and the same command goes on waiting',
      wholeNumber(),
    )
    .option('-y, --yes', 'do not ask before publishing')
    .action(post)
}

async function post(text: string, options: PostOptions): Promise<void> {
  const instance = await findInstance(options)
  const client = clientOf(instance)
  const time = await timeOf(client, options)
  const content = { ...(await contentOf(client, text, options)), ...time?.fields }
  if (options.dryRun) return check(client, content, time, options)
  const file = fileFor(instance.url, await asTyped(text, options))
  const pending = await pendingPost(file, async () => {
    const body = { ...content, ...(await mediaFor(client, instance.url, options)) }
    await confirm(client, body, time, options)
    return body
  })
  const submission = await client.posts.create(pending.body, { idempotencyKey: pending.key }).catch(async (error) => {
    // Nothing was stored. After anything else, the same command must send the same request.
    if (isRefusal(error)) await forgetPending(file)
    throw error
  })
  if (options.wait === undefined) {
    await forgetPending(file)
    if (options.json) printJson(submission)
    else reportQueued(submission, time)
    return
  }
  if (!options.json && submission.scheduled_at && time)
    console.log(paint('dim', `Waiting for ${sayMoment(submission.scheduled_at, time.zone)}.`))
  const ended = await waitFor(client, submission.post_id, options)
  await forgetPending(file)
  if (options.json) printJson(ended)
  const code = codeOf(ended)
  if (code !== exitCodes.done) throw new Exit(code)
}

/** The first request of a command that was killed may still be running. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.code !== 'idempotency_in_progress'

/** The identity of a command: its words, as “in 2 hours” is another time at each run, and the content of its files. */
async function asTyped(text: string, { platforms, media, alt, comment, at, zone, profile, options }: PostOptions) {
  const files = await Promise.all(media.map(fingerprint))
  return [text, platforms, files, alt, comment, at, at === undefined ? null : (zone ?? null), profile, options]
}

function reportQueued({ post_id, scheduled_at, jobs, warnings }: Submission, time: GivenTime | null): void {
  const platforms = jobs.map(({ platform }) => platform).join(', ')
  const when = scheduled_at && time ? `scheduled for ${sayMoment(scheduled_at, time.zone)} on` : 'queued for'
  console.log(`Post ${post_id} is ${when} ${platforms}.`)
  for (const { message } of warnings) console.log(paint('yellow', `! ${inCommands(message)}`))
  console.log(paint('dim', `See it with: polypost posts get ${post_id}`))
}

async function contentOf(client: Polypost, text: string, options: PostOptions): Promise<CreatePostBody> {
  const { platforms, comment, profile, options: platformOptions } = options
  return {
    message: text,
    // The service refuses an unknown name, and lists the known ones.
    platforms: (platforms.includes('all')
      ? await connectedTo(client, profile)
      : platforms) as CreatePostBody['platforms'],
    ...(comment.length > 0 ? { comments_under_post: comment } : {}),
    ...(profile === undefined ? {} : { profile_id: profile }),
    ...(platformOptions === undefined ? {} : { platform_options: platformOptions }),
  }
}

async function connectedTo(client: Polypost, profile: string | undefined): Promise<string[]> {
  const { profiles, default_profile_id } = await client.profiles.list()
  const connected = profiles.find(({ id }) => id === (profile ?? default_profile_id))?.connected_platforms ?? []
  if (connected.length > 0) return connected
  throw new Exit(exitCodes.failed, 'No account is connected. Connect one first: polypost connect --help')
}

async function timeOf(client: Polypost, { at, zone, profile }: PostOptions): Promise<GivenTime | null> {
  return at === undefined ? null : readGivenTime(at, { named: zone, slotZone: () => slotZoneOf(client, profile) })
}

/** The content of a file, or an address. */
async function fingerprint(source: string): Promise<string> {
  if (isAddress(source)) return source
  const hash = createHash('sha256')
  for await (const part of readParts(source)) hash.update(part)
  return hash.digest('hex')
}

async function mediaFor(client: Polypost, url: string, options: PostOptions): Promise<Pick<CreatePostBody, 'media'>> {
  if (options.media.length === 0) return {}
  const items = []
  for (const [at, source] of options.media.entries()) {
    const isUploaded = source.startsWith(`${new URL(url).origin}/media/`)
    const address = isUploaded ? source : (await uploadFile(client, source, { quiet: options.json === true })).url
    items.push({ url: address, alt_text: options.alt[at] ?? null })
  }
  return { media: items }
}

/** On a terminal the person sees what will happen, and decides. */
async function confirm(
  client: Polypost,
  body: CreatePostBody,
  time: GivenTime | null,
  { yes, json }: PostOptions,
): Promise<void> {
  if (yes || json || !process.stdin.isTTY || !process.stdout.isTTY) return
  const { findings, warnings, scheduled_at } = await client.posts.validate(body)
  printFindings(findings, 'red', '✗')
  printFindings(warnings, 'yellow', '!')
  if (findings.length > 0) throw new Exit(exitCodes.refused)
  const when = scheduled_at && time ? `schedule it for ${sayMoment(scheduled_at, time.zone)}` : 'publish it now'
  const questions = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await questions.question(`${body.platforms.join(', ')}: ${when}? [y/N] `)
  questions.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Exit(exitCodes.failed, 'Nothing was published.')
}

function printFindings(
  list: readonly { platform?: string | null | undefined; message: string }[],
  color: 'red' | 'yellow',
  mark: string,
): void {
  for (const { platform, message } of list)
    console.log(`${paint(color, mark)} ${platform ? `${platform}: ` : ''}${inCommands(message)}`)
}

async function check(
  client: Polypost,
  content: CreatePostBody,
  time: GivenTime | null,
  { media, json }: PostOptions,
): Promise<void> {
  const addresses = media.filter(isAddress)
  for (const file of media) if (!isAddress(file)) await requireFile(file)
  const body = addresses.length > 0 ? { ...content, media: addresses.map((url) => ({ url })) } : content
  const result = await client.posts.validate(body)
  if (json) printJson(result)
  else {
    printFindings(result.findings, 'red', '✗')
    printFindings(result.warnings, 'yellow', '!')
    if (media.length > addresses.length)
      console.log(paint('dim', 'Files of this machine were not checked: they are not uploaded.'))
    const when = result.scheduled_at && time ? ` on ${sayMoment(result.scheduled_at, time.zone)}` : ''
    if (result.ok) console.log(`${paint('green', '✓')} The post can be published${when}.`)
  }
  if (!result.ok) throw new Exit(exitCodes.refused)
}

/** A line for each platform; on a terminal it changes in its place. */
async function waitFor(client: Polypost, id: number, { json, wait }: PostOptions): Promise<Post> {
  const lines = json ? null : liveLines()
  const ended = await client.posts
    .waitFor(id, {
      timeout: typeof wait === 'number' ? wait * second : undefined,
      onChange: (post) => lines?.show(jobLines(post)),
    })
    .catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error
      throw new Exit(exitCodes.running, `Post ${id} has not ended yet. See it with: polypost posts get ${id}`)
    })
  lines?.end(jobLines(ended))
  return ended
}

function jobLines({ jobs, results }: Post): string[] {
  const longest = Math.max(...jobs.map(({ platform }) => platform.length))
  return jobs.map(({ platform, status, platform_post_url }) => {
    const error = results.find((result) => result.platform === platform)?.error_message
    return [platform.padEnd(longest), paintStatus(status), platform_post_url ?? error ?? ''].join('  ').trimEnd()
  })
}

function codeOf({ status, jobs }: Post): number {
  if (status === 'successful') return exitCodes.done
  return jobs.some((job) => job.status === 'completed') ? exitCodes.partly : exitCodes.failed
}
