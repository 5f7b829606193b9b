import type { Platform, Profile } from '@polypost/sdk'
import { inOrder, type PlatformName } from '../../data/platforms.ts'
import { storage } from '../../data/storage.ts'

const nameOf = (profileId: string): string => `polypost.platforms.${profileId}`

/** Remembers where the last post of a profile went. */
export const rememberPlatforms = (profileId: string, platforms: readonly PlatformName[]): void =>
  storage.write(nameOf(profileId), platforms.join(' '))

/** A required option, such as a community, has to be chosen. */
const takesTextAlone = ({ requires, post_types }: Platform): boolean =>
  requires.length === 0 && post_types.some(({ media }) => media.some((set) => Object.keys(set).length === 0))

/** Where a new post goes at first: where the last one went, else to all accounts that take a text and nothing more. */
export function firstPlatforms(profile: Profile, platforms: readonly Platform[]): readonly PlatformName[] {
  const last = storage.read(nameOf(profile.id))?.split(' ')
  const chosen = platforms.filter((platform) => last?.includes(platform.name) ?? takesTextAlone(platform))
  const connected = chosen.filter(({ name }) => profile.platform_profiles[name] !== undefined)
  return inOrder(connected, ({ name }) => name).map(({ name }) => name as PlatformName)
}
