import type { Platform, Profile } from '@polypost/sdk'
import { type PlatformName, platformNames } from '../../data/platforms.ts'

const nameOf = (profileId: string): string => `polypost.platforms.${profileId}`

/** Remembers where the last post of a profile went. */
export const rememberPlatforms = (profileId: string, platforms: readonly PlatformName[]): void =>
  localStorage.setItem(nameOf(profileId), platforms.join(' '))

/** Every post there needs a choice: a community on Reddit, who sees it on TikTok. */
const asksEachTime: readonly PlatformName[] = ['reddit', 'tiktok']

const takesTextAlone = ({ post_types }: Platform): boolean =>
  post_types.some(({ media }) => media.some((set) => Object.keys(set).length === 0))

/**
 * Where a new post goes at first: where the last one went, else to all accounts that take a text alone; but only where
 * nothing more has to be chosen.
 */
export function firstPlatforms(profile: Profile, platforms: readonly Platform[]): readonly PlatformName[] {
  const last = localStorage.getItem(nameOf(profile.id))?.split(' ')
  const usual = platforms.filter(takesTextAlone).map(({ name }) => name)
  return platformNames.filter(
    (name) =>
      (last ?? usual).includes(name) && profile.platform_profiles[name] !== undefined && !asksEachTime.includes(name),
  )
}
