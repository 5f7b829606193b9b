import { platforms } from '../../src/platforms/index.ts'
import { tested, testedNames } from './index.ts'
import type { NeededMedia, TestedPlatform } from './shared/tested.ts'

const all: Readonly<Record<string, TestedPlatform>> = tested

/** The media that a post for all of these needs; null: text is enough. */
export const neededBy = (names: readonly string[]): NeededMedia | null =>
  names.map((name) => all[name]?.needs?.media).find((media) => media !== undefined) ?? null

/** Whether one post can go to both of them. */
export function agree(...names: readonly [string, string]): boolean {
  const needed = names.flatMap((name) => all[name]?.needs?.media ?? [])
  const lacked = names.flatMap((name) => all[name]?.lacks ?? [])
  return new Set(needed).size < 2 && !needed.some((media) => lacked.includes(media))
}

/** `platform_options` of a post for these; undefined if none of them needs any. */
export function optionsFor(names: readonly string[]): Readonly<Record<string, object>> | undefined {
  const options = names.flatMap((name) => {
    const own = all[name]?.needs?.options
    return own ? [[name, own] as const] : []
  })
  return options.length > 0 ? Object.fromEntries(options) : undefined
}

export const takesComments = (name: string): boolean =>
  platforms.some((platform) => platform.name === name && platform.supports.firstComments > 0)

/** The platforms on which an ordinary account can read and answer comments. */
export const commentedPlatforms = testedNames.filter((name) => tested[name].longestReply !== undefined)

/** All comments reply to the post; otherwise each replies to the one before it. */
export const isUnthreaded = (name: string): boolean => all[name]?.crash.isUnthreaded === true

/** The name of an account without a request limit, with this name in it. */
export const unlimited = (platform: string, name: string): string => all[platform]?.crash.account?.(name) ?? name
