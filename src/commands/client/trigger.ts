import { setTimeout as sleep } from 'node:timers/promises'
import type { CreatePostBody, Event, Polypost } from '@polypost/sdk'
import { Argument, type Command } from 'commander'
import { hour } from '../../domain/time.ts'
import { isoTime, systemClock } from '../../system/clock.ts'
import { withInstance } from './add-command.ts'
import { Exit, exitCodes } from './exit.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { printJson, printResult } from './print.ts'

interface Recipe {
  /** The text for the first platform, if it differs. */
  readonly fault?: string
  readonly platforms: 1 | 2
  readonly scheduled?: true
}

/** A post that makes the event happen. A simulated platform does what the text asks for. */
const recipes = {
  'post.scheduled': { platforms: 1, scheduled: true },
  'post.published': { platforms: 1 },
  'post.failed': { platforms: 1, fault: '[[sandbox:duplicate]]' },
  'post.job_failed': { platforms: 1, fault: '[[sandbox:duplicate]]' },
  'post.partial': { platforms: 2, fault: '[[sandbox:duplicate]]' },
  'post.delayed': { platforms: 1, fault: '[[sandbox:rate_limit]]' },
} as const satisfies Readonly<Record<string, Recipe>>

type TriggerName = keyof typeof recipes

const askEvery = 500 // milliseconds

export function addTriggerCommand(program: Command): void {
  withInstance(program.command('trigger'))
    .description('make an event happen with a simulated post, so that your webhooks receive it')
    .addArgument(new Argument('<event>', 'the event').choices(Object.keys(recipes)))
    .action(async (name: TriggerName, options: InstanceOptions) => {
      const client = await openClient(options)
      const { post_id } = await client.posts.create(await bodyFor(client, recipes[name]))
      const event = await eventOf(client, name, post_id)
      if ('scheduled' in recipes[name]) await client.posts.delete(post_id)
      if (options.json) printJson(event)
      else printResult(event)
    })
}

async function bodyFor(client: Polypost, { platforms: count, fault, scheduled }: Recipe): Promise<CreatePostBody> {
  const [first, ...others] = await simulated(client)
  const platforms = [first, ...others].slice(0, count)
  if (first === undefined || platforms.length < count)
    throw new Exit(
      exitCodes.failed,
      `This needs ${count === 1 ? 'a simulated account' : 'two simulated accounts'}: polypost connect all --sandbox`,
    )
  const now = systemClock.now()
  const message = `A test of webhooks at ${isoTime(now)}`
  return {
    message,
    platforms: platforms as CreatePostBody['platforms'],
    ...(fault === undefined ? {} : { platform_options: { [first]: { message: `${message} ${fault}` } } }),
    ...(scheduled ? { scheduled_at: isoTime(now + hour) } : {}),
  }
}

/** Platforms that take a text alone, and whose account in the default profile is simulated. */
async function simulated(client: Polypost): Promise<string[]> {
  const { profiles, default_profile_id } = await client.profiles.list()
  const accounts = profiles.find(({ id }) => id === default_profile_id)?.platform_profiles ?? {}
  const names = Object.keys(accounts).filter((name) => accounts[name]?.environment === 'sandbox')
  if (names.length === 0) return []
  // The service names its platforms.
  const platforms = names as CreatePostBody['platforms']
  const { findings } = await client.posts.validate({ message: 'A test of webhooks', platforms })
  return names.filter((name) => !findings.some(({ platform }) => platform === name))
}

async function eventOf(client: Polypost, name: TriggerName, postId: number): Promise<Event> {
  for (;;) {
    const { events } = await client.events.list()
    const found = events.find(({ event, data }) => event === name && 'post_id' in data && data.post_id === postId)
    if (found) return found
    await sleep(askEvery)
  }
}
