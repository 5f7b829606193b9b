/** Actions and data that the scopes of platforms make possible. */
export const capabilities = [
  'publish',
  'comments',
  'reply',
  'metrics',
  'audience',
  /** Looking for a post whose response was lost. */
  'find',
  /** The address of the profile. */
  'profile',
  /** Finding all Pages of the person. */
  'pages',
] as const

export type Capability = (typeof capabilities)[number]
