/** All levels that TikTok offers to public or private accounts (developers.tiktok.com, creator_info, 2026-09-11). */
export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const

export type PrivacyLevel = (typeof privacyLevels)[number]

const notOffered: Readonly<Record<string, PrivacyLevel>> = {
  public: 'FOLLOWER_OF_CREATOR',
  private: 'PUBLIC_TO_EVERYONE',
}

/** The levels that an account could choose from when it was connected; all of them if that is unknown. */
export const levelsOf = (accountType: string | null): readonly PrivacyLevel[] =>
  privacyLevels.filter((level) => level !== notOffered[accountType ?? ''])

/** TikTok returns the IDs of public posts only. */
export const isPublic = (level: PrivacyLevel): boolean => level === 'PUBLIC_TO_EVERYONE'
