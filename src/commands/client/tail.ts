import type { StatusChange } from '@polypost/sdk'
import type { Command } from 'commander'
import { wholeNumber } from '../parse.ts'
import { withInstance } from './add-command.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { paint, paintStatus } from './print.ts'

interface Options extends InstanceOptions {
  readonly post?: number
  readonly after?: number
}

export function addTailCommand(program: Command): void {
  withInstance(program.command('tail'))
    .description('print every change of posts and jobs as it happens, until Ctrl-C')
    .option('--post <id>', 'only the changes of this post', wholeNumber())
    .option('--after <id>', 'begin after this change; changes are stored for 24 hours', wholeNumber())
    .action(async ({ post, after, json, ...options }: Options) => {
      const client = await openClient(options)
      for await (const change of client.events.follow(after === undefined ? {} : { after })) {
        if (post !== undefined && change.event !== 'reset' && change.data.post_id !== post) continue
        console.log(json ? JSON.stringify(change) : lineOf(change))
      }
    })
}

function lineOf(change: StatusChange): string {
  if (change.event === 'reset') return paint('yellow', 'Some changes are missing: they are older than 24 hours.')
  const { at, post_id, status } = change.data
  const what =
    change.event === 'job' ? `post ${post_id}  job ${change.data.job_id}  ${change.data.platform}` : `post ${post_id}`
  return `${paint('dim', at)}  ${what}  ${paintStatus(status)}`
}
