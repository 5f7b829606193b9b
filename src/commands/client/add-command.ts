import type { Polypost } from '@polypost/sdk'
import type { Command } from 'commander'
import { parseAddress } from '../parse.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { printJson, printResult } from './print.ts'

/** A command that talks to an instance can be told which one. */
export const whichInstance = (command: Command): Command =>
  command.option(
    '--instance <url>',
    'the instance; by default POLYPOST_URL, the one of “polypost login”, or that of this folder',
    parseAddress,
  )

/** The same for a command that prints what was answered. */
export const withInstance = (command: Command): Command =>
  whichInstance(command).option('--json', 'print the response as JSON')

/** Prints what the work returns: as JSON if asked, or by `show`. */
export async function perform<T>(
  options: InstanceOptions,
  work: (polypost: Polypost) => PromiseLike<T>,
  show: (result: T) => void = printResult,
): Promise<T> {
  const result = await work(await openClient(options))
  if (options.json) printJson(result)
  else show(result)
  return result
}
