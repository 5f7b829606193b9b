import { minute } from '../domain/time.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { Log } from '../system/log.ts'

/** The platform of a stored row. Null: a newer version has it, and the row is left alone. No version has removed a platform. */
export const knownPlatform = (
  platforms: readonly Platform[],
  { platform }: { readonly platform: string },
): Platform | null => platforms.find(({ name }) => name === platform) ?? null

/** When a row of a newer version is looked at again, in milliseconds. */
export const unknownAgain = 5 * minute

const told = new Set<string>()

/** One line for each name in a process. */
export function tellUnknown(log: Log, { platform }: { readonly platform: string }): string {
  const message = `This version of Polypost has no platform “${platform}”. A newer version has connected the account: update this process.`
  if (!told.has(platform)) log.warn({ platform }, message)
  told.add(platform)
  return message
}
