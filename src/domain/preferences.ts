/** What the dashboard remembers for a person, in every browser. */
export interface Preferences {
  /** IDs of profiles at the top of the switcher. */
  readonly pinned: readonly string[]
  /** Whether keys without Ctrl do something. */
  readonly single_keys: boolean
  /** The zone of a calendar with several profiles; null: that of the browser. */
  readonly zone: string | null
  /** Null: that of the browser. */
  readonly language: (typeof languages)[number] | null
  readonly theme: (typeof themes)[number] | null
}

export const languages = ['en', 'de'] as const
export const themes = ['light', 'dark'] as const

export const usualPreferences: Preferences = {
  pinned: [],
  single_keys: true,
  zone: null,
  language: null,
  theme: null,
}
