import { type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { IconName } from '../parts/icon.tsx'
import { words } from '../words/words.ts'
import { AccountsCount, DraftCount, InboxCount, PostsCount } from './counts.tsx'
import { NoticeCount } from './notice-count.tsx'

export const navWords = words(
  {
    notices: 'Notices',
    calendar: 'Calendar',
    posts: 'Posts',
    drafts: 'Drafts',
    inbox: 'Inbox',
    analytics: 'Analytics',
    media: 'Media',
    accounts: 'Accounts',
    developers: 'Developers',
    webhooks: 'Webhooks',
    keys: 'API keys',
    sandbox: 'Sandbox',
    health: 'Health',
  },
  {
    notices: 'Hinweise',
    calendar: 'Kalender',
    posts: 'Beiträge',
    drafts: 'Entwürfe',
    inbox: 'Posteingang',
    analytics: 'Zahlen',
    media: 'Medien',
    accounts: 'Konten',
    developers: 'Entwicklung',
    webhooks: 'Webhooks',
    keys: 'API-Schlüssel',
    sandbox: 'Sandbox',
    health: 'Zustand',
  },
)

type NavName = Exclude<keyof (typeof navWords)['en'], 'developers'>

export interface NavItem {
  readonly name: NavName
  readonly to: LinkProps['to']
  readonly icon: IconName
  /** The letter after G that opens it. */
  readonly letter: string
  /** Its number in the rail. */
  readonly Count?: ComponentType
}

/** A link to a screen. Those outside of profiles leave the parameter out. */
export const linkTo = (to: LinkProps['to'], here: { readonly profile: string }) =>
  linkOptions({ to: to as '/p/$profile/calendar', params: here })

/** The screens of the rail, in its order. */
export const mainScreens: readonly NavItem[] = [
  { name: 'notices', to: '/p/$profile/needs-attention', icon: 'bell', letter: 'n', Count: NoticeCount },
  { name: 'calendar', to: '/p/$profile/calendar', icon: 'calendar', letter: 'c' },
  { name: 'posts', to: '/p/$profile/posts', icon: 'posts', letter: 'p', Count: PostsCount },
  { name: 'drafts', to: '/p/$profile/drafts', icon: 'edit', letter: 'd', Count: DraftCount },
  { name: 'inbox', to: '/p/$profile/inbox', icon: 'inbox', letter: 'i', Count: InboxCount },
  { name: 'analytics', to: '/p/$profile/analytics', icon: 'chart', letter: 'a' },
  { name: 'media', to: '/p/$profile/media', icon: 'image', letter: 'm' },
  { name: 'accounts', to: '/p/$profile/accounts', icon: 'people', letter: 'o', Count: AccountsCount },
]

/** See `useDeveloperScreens`. */
export const developerScreens: readonly NavItem[] = [
  { name: 'webhooks', to: '/webhooks', icon: 'webhook', letter: 'w' },
  { name: 'keys', to: '/keys', icon: 'key', letter: 'k' },
]

/** Only where the instance has simulated platforms. */
export const sandboxScreen: NavItem = { name: 'sandbox', to: '/sandbox', icon: 'flask', letter: 's' }

/** In the rail, a line at its foot leads there. */
export const healthScreen: NavItem = { name: 'health', to: '/health', icon: 'heart', letter: 'h' }
