import type { ProfileSettings, UpdateSettingsBody } from '@polypost/sdk'

/** How comments are answered. The service keeps it as a switch and a way, and remembers the way while it is off. */
export type Mode = 'off' | 'review' | 'automatic'

const modes = ['off', 'review', 'automatic'] as const satisfies readonly Mode[]

/** Nobody reads automatic replies before they go out, so that is a second step. */
export const modesAfter = (saved: Mode): readonly Mode[] =>
  saved === 'off' ? modes.filter((mode) => mode !== 'automatic') : modes

export const modeOf = ({ auto_reply_enabled, auto_reply_mode }: ProfileSettings): Mode =>
  auto_reply_enabled ? auto_reply_mode : 'off'

export const changesFor = (mode: Mode): UpdateSettingsBody =>
  mode === 'off' ? { auto_reply_enabled: false } : { auto_reply_enabled: true, auto_reply_mode: mode }
