import type { Platform, Profile } from '@polypost/sdk'
import { type PlatformName, platformNames } from '../../data/platforms.ts'
import { storage } from '../../data/storage.ts'

const nameOf = (profileId: string): string => `polypost.platforms.${profileId}`

/** Remembers where the last post of a profile went. */
export const rememberPlatforms = (profileId: string, platforms: readonly PlatformName[]): void =>
  storage.write(nameOf(profileId), platforms.join(' '))

/** A post on Reddit needs a community, which has to be chosen. */
const takesTextAlone = ({ name, post_types }: Platform): boolean =>
  name !== 'reddit' && post_types.some(({ media }) => media.some((set) => Object.keys(set).length === 0))

/** Where a new post goes at first: where the last one went, else to all accounts that take a text and nothing more. */
export function firstPlatforms(profile: Profile, platforms: readonly Platform[]): readonly PlatformName[] {
  const last = storage.read(nameOf(profile.id))?.split(' ')
  const usual = platforms.filter(takesTextAlone).map(({ name }) => name)
  return platformNames.filter((name) => (last ?? usual).includes(name) && profile.platform_profiles[name] !== undefined)
}
