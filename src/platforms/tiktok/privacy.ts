/** As TikTok offers them to a public and to a private account (developers.tiktok.com, creator_info, 2026-09-11). */
export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const

export type PrivacyLevel = (typeof privacyLevels)[number]

const notOf: Readonly<Record<string, PrivacyLevel>> = { public: 'FOLLOWER_OF_CREATOR', private: 'PUBLIC_TO_EVERYONE' }

/** What an account could choose from when it was connected; all, where that is not known. */
export const levelsOf = (accountType: string | null): readonly PrivacyLevel[] =>
  privacyLevels.filter((level) => level !== notOf[accountType ?? ''])

/** Of others TikTok never tells the ID. */
export const isPublic = (level: PrivacyLevel): boolean => level === 'PUBLIC_TO_EVERYONE'
